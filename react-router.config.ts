import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  ssr: true,
  // The whole route table comes with the page: no request per link, and nothing for the page cache
  // to key on.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
