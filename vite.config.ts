import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compileMessages, messages, packs } from './scripts/messages.ts';
import { compilePins } from './scripts/pin-places.ts';

compileMessages(import.meta.dirname);
compilePins(import.meta.dirname);

export default defineConfig({
  plugins: [messages(import.meta.dirname), packs(import.meta.dirname), tailwindcss(), reactRouter()],
  // Icons and other files with a fixed name at the root of the shop (server/pages/plugin.ts serves
  // them).
  publicDir: 'web/public',
  build: {
    // Only the mark on each product card: a request takes longer than its few bytes. The shop's
    // Content-Security-Policy allows data: URLs for pictures alone.
    assetsInlineLimit: (file) => /veg-mark\.svg$/.test(file),
    target: 'es2022',
    // The oldest browsers that Tailwind 4 supports: no prefixes or fallbacks for older ones.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in files that stay in browser caches when only the shop's own
          // code changes.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@messageformat|make-plural)[\\/]/ },
            { name: 'react-router', test: /node_modules[\\/]react-router[\\/]/ },
          ],
        },
      },
    },
  },
});
