import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { compileMessages, messages } from './scripts/messages.ts';
import { pinPlaces } from './scripts/pin-places.ts';

compileMessages(import.meta.dirname);

/** The language of this build (docs/decisions/2026-11-hindi.md). */
const language = process.env.KISHMISH_LANGUAGE === 'hi' ? ['hindi'] : [];

export default defineConfig({
  resolve: { conditions: [...language, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [...language, ...defaultServerConditions] } },
  plugins: [messages(import.meta.dirname), tailwindcss(), reactRouter(), pinPlaces()],
  // Icons and other files with a fixed name at the root of the shop (server/pages/plugin.ts serves them).
  publicDir: 'web/public',
  build: {
    // Only the mark on each product card: a request takes longer than its few bytes. The shop's Content-Security-Policy allows
    // data: URLs for pictures alone.
    assetsInlineLimit: (file) => /veg-mark\.svg$/.test(file),
    target: 'es2022',
    // The oldest browsers that Tailwind 4 supports: no prefixes or fallbacks for older ones.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few chunks load faster than forty small files: React with its router, what only hydration needs, and the
          // modules that nearly every shop page uses (a group includes what its modules import). Everything else is split
          // by route.
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-router)[\\/](?!.*dom-export)/, priority: 3 },
            {
              name: 'react-dom',
              test: /node_modules[\\/](react-dom|scheduler|react-router[\\/].*dom-export)/,
              priority: 2,
            },
            {
              name: 'frame',
              test: /(\.messages[\\/]\w+[\\/]frame|node_modules[\\/]@messageformat[\\/].+)\.js$|web[\\/](root|scripts|early-input|ui[\\/](toast|note|category-drawing)|lib[\\/](seo|start)|storefront[\\/](product-card|site-picture|home[\\/]product-sections|layout[\\/](shop-layout|connection-notice|navbar|footer|announcements|coming)))\.tsx?$/,
              priority: 1,
            },
            // Small stylesheets compress badly, so each area has one file.
            {
              name: 'home-styles',
              test: /web[\\/](storefront[\\/]home[\\/][^\\/]+|ui[\\/]accordion)\.css/,
              priority: 3,
            },
            {
              name: 'order-styles',
              test: /web[\\/](ui[\\/](facts|timeline|status-pill|photo-strip)|orders[\\/].+)\.css/,
              priority: 3,
            },
            { name: 'dialog-styles', test: /web[\\/]ui[\\/](dialog|copy-button|progress-bar)\.css/, priority: 3 },
            {
              name: 'checkout-styles',
              test: /web[\\/](ui[\\/]step-indicator|checkout[\\/](?!address-form).+)\.css/,
              priority: 3,
            },
            { name: 'control-styles', test: /web[\\/]ui[\\/](radio-tiles|buybar|fold)\.css/, priority: 3 },
            {
              name: 'listing-styles',
              test: /web[\\/](ui[\\/](chip|pagination)|storefront[\\/]listing[\\/][^\\/]+)\.css/,
              priority: 3,
            },
            {
              name: 'product-styles',
              test: /web[\\/]storefront[\\/]product[\\/](?!zoom|rating-field)[^\\/]+\.css/,
              priority: 3,
            },
            { name: 'text-styles', test: /web[\\/]storefront[\\/]pages[\\/][^\\/]+\.css/, priority: 3 },
          ],
        },
      },
    },
  },
});
