import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Small pictures would be inlined as data: URLs, which the Content-Security-Policy of the shop does not allow for fonts
    // and which cannot be cached on their own.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
});
