import type { ServerBuild } from 'react-router';
import { createServer as createViteServer, type ViteDevServer } from 'vite';

let vite: ViteDevServer | undefined;

/**
 * Development: Vite in middleware mode serves the browser modules with hot reload and provides the
 * current server build for each page. The hot-reload socket uses a separate port.
 */
export async function developmentServer(): Promise<ViteDevServer> {
  vite ??= await createViteServer({ server: { middlewareMode: true }, appType: 'custom' });
  return vite;
}

/**
 * Returns a function that loads the current server build, so that edits are visible at the next
 * request.
 */
export async function developmentBuild(): Promise<() => Promise<ServerBuild>> {
  const server = await developmentServer();
  return async () => (await server.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
