import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

/** Bytes from which the last percent of size is not worth half a minute of every build. */
const large = 4_000_000

/** Writes each text of the build, and WebAssembly, compressed beside itself, so that the server only sends files. */
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

/**
 * What several pages share, as one file that is fetched together with the program: on their own, these are forty
 * requests of a second wave, which starts only when the program runs.
 */
const sharedParts = {
  name: 'shared',
  test: (id: string) => !id.includes('node_modules') && !id.startsWith(join(here, 'features')),
  minShareCount: 2,
}

/**
 * Paths that the services answer. `web/api` and `web/live` are folders of the app as well: requests for modules, which
 * end in .ts or .tsx, stay with Vite.
 */
const servicePaths =
  '^/(api|v1|live|media|storage|downloads|data/files|metrics|health)(?=[/?]|$)(?![^?]*\\.tsx?(\\?|$))'

/**
 * Builds to dist/web at the root of the repository; everything under /assets carries its hash and can be kept for ever.
 */
export default defineConfig({
  root: here,
  plugins: [react(), tailwindcss(), preloadFont(), compress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Inlined fonts and pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: [sharedParts] } } },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: { [servicePaths]: { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true } },
  },
})
