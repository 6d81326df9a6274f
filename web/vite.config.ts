import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Asks for the Latin face together with the styles, so that titles don't change their width after the first paint. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /archivo-latin-standard-normal.*\.woff2$/.test(file),
        )
        if (font === undefined) return []
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Builds to dist/web at the root of the repository; everything under /assets carries its hash and can be kept for ever. */
export default defineConfig({
  root: here,
  plugins: [react(), tailwindcss(), preloadFont()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Inlined fonts and pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/media': 'http://127.0.0.1:8080' } },
})
