import path from 'node:path';
import { build } from 'vite';

/**
 * Libraries that are loaded from node_modules: those with native code or with files of their own (and what these import too, so that it is
 * not loaded twice), and those that are loaded after the start.
 */
const OUTSIDE = [
  ...['@fastify/swagger-ui', '@fastify/static', 'yaml', 'pg-native', 'sharp', 'vite'],
  ...[
    '@e965/xlsx',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    'imapflow',
    'jsbarcode',
    'nodemailer',
    'pdfkit',
    'prom-client',
  ],
];

/**
 * Bundles the server with its libraries and both builds of the pages to `build/start`, for `npm start`
 * (docs/decisions/2026-11-bundle-of-the-server.md). Everything else runs the sources.
 *
 * @param root the project's folder, with the pages built
 */
export async function buildServer(root: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // The libraries choose their production code now, not each time they are loaded.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: path.join(root, 'server', 'main.ts'),
      outDir: path.join(root, 'build', 'start'),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      // Not read at run time, which would cost 16 MB and 50 ms; `NODE_OPTIONS=--enable-source-maps npm start` does.
      sourcemap: true,
      rolldownOptions: { checks: { moduleLevelDirective: false }, output: { comments: false } },
    },
  });
}
