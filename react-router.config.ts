import type { Config } from '@react-router/dev/config';

const hindi = process.env.KISHMISH_LANGUAGE === 'hi';

export default {
  appDirectory: 'web',
  // One build per language, so that no page contains the words of another one: the pages in Hindi
  // are below /hi.
  buildDirectory: hindi ? 'build/hi' : 'build',
  basename: hindi ? '/hi' : '/',
  ssr: true,
  // The whole route table comes with the page: no request per link, and nothing for the page cache
  // to key on.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
