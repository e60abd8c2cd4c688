import type { Config } from '@react-router/dev/config';

const language = process.env.KISHMISH_LANGUAGE ?? 'en';

export default {
  appDirectory: 'web',
  // One build per language, so that no page contains the words of another one: the pages in Hindi
  // are below /hi.
  buildDirectory: language === 'en' ? 'build' : `build/${language}`,
  basename: language === 'en' ? '/' : `/${language}`,
  ssr: true,
  // The whole route table comes with the page: no request per link, and nothing for the page cache
  // to key on.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
