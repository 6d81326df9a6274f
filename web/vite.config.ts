import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Preloads the Latin font in parallel with the styles, which prevents a layout shift after the first paint. */
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

/** Files above this size, bytes, use a lower compression level: the best one takes half a minute per build. */
const large = 4_000_000

/** Writes a Brotli and a gzip version beside each text and WebAssembly file, so that the server only sends files. */
function compress(): Plugin {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|html|svg|wasm)$/.test(name))) {
        const path = join(dir, file)
        const text = await readFile(path)
        const quality = text.length < large ? constants.BROTLI_MAX_QUALITY : 6
        await writeFile(
          `${path}.br`,
          await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        )
        await writeFile(`${path}.gz`, await zip(text, { level: 9 }))
      }
    },
  }
}

/** Bundles shared modules into one chunk, loaded in parallel with the entry; otherwise they take forty late requests. */
const sharedChunk = {
  name: 'shared',
  test: (id: string) => !id.includes('node_modules') && !id.startsWith(join(here, 'features')),
  minShareCount: 2,
}

/** Paths proxied to the services. Module requests (.ts, .tsx) under /api and /live belong to folders of the app. */
const servicePaths =
  '^/(api|v1|live|media|storage|downloads|data/files|metrics|health)(?=[/?]|$)(?![^?]*\\.tsx?(\\?|$))'

/** Builds to dist/web; file names under /assets contain a content hash, so they are cached forever. */
export default defineConfig({
  root: here,
  plugins: [react(), tailwindcss(), preloadFont(), compress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: { codeSplitting: { groups: [sharedChunk] } },
      // A warning about the time that compress() takes.
      checks: { pluginTimings: false },
    },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: { [servicePaths]: { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true } },
  },
})
