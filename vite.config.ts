import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { pinPlaces } from './scripts/pin-places.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), pinPlaces()],
  // Icons and whatever else must lie at the root of the shop under a fixed name (server/pages/plugin.ts serves them).
  publicDir: 'web/public',
  build: {
    // Small pictures would be inlined as data: URLs, which the Content-Security-Policy of the shop does not allow for fonts
    // and which cannot be cached on their own.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Forty small files weigh and wait more than two: React with its router, and what stands on nearly every page of
          // the shop (a group takes along what its modules import). The rest is split by route.
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
            {
              name: 'frame',
              test: /web[\\/](root|scripts|ui[\\/](toast|note|category-drawing)|lib[\\/](seo|start)|storefront[\\/](product-card|site-picture|home[\\/]product-sections|layout[\\/](shop-layout|connection-notice|navbar|footer|announcements|coming)))\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
