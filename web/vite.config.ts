import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { subsetFonts } from './theme/font-plugin.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Names the font's file for `before-app.js`, which preloads it, and for the pages of the API (`services/api-docs`). */
function nameFont(): Plugin {
  return {
    name: 'name-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /archivo-basic.*\.woff2$/.test(file))
        if (font === undefined) return []
        return [{ tag: 'meta', attrs: { name: 'font', content: `/${font}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** The pages that most visits begin with, by the first part of their address. */
const firstPages = { '': 'home', chart: 'chart', play: 'play', user: 'profile', event: 'competition' }
const fileOfPage = (page: string) => join(here, `features/${page}/${page}-page.tsx`)

/** Names the scripts of these pages in a `meta` that `before-app.js` reads, which loads them beside those of the app. */
function namePageScripts(): Plugin {
  return {
    name: 'name-page-scripts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return []
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const app = chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports)
        const scripts = Object.entries(firstPages).map(([part, page]) => {
          const path = fileOfPage(page)
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path)
          if (chunk === undefined) throw new Error(`${path} has no script of its own`)
          const own = chunk.imports.filter((name) => !app.includes(name))
          return [part, [chunk.fileName, ...own].map((name) => `/${name}`)]
        })
        const content = JSON.stringify(Object.fromEntries(scripts))
        return [{ tag: 'meta', attrs: { name: 'page-scripts', content }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** The browser runs the schemas as soon as they have arrived, while it still loads the other scripts of the app. */
function runSchemasFirst(): Plugin {
  const preload = /<link rel="modulepreload" crossorigin href="(\/assets\/schemas-[^"]+)">/
  return {
    name: 'run-schemas-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle !== undefined && !preload.test(html))
          throw new Error('The schemas have no script of their own')
        return html.replace(preload, '<script type="module" async crossorigin src="$1"></script>')
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

/** Modules that only pages with forms need, and their libraries. */
const ofForms =
  /react-hook-form|@hookform|@simplewebauthn|web\/(ui\/use-call-form|sign-in\/(proof-form|passkey))/

/** What a module is imported by, directly or not: the app, and which of the first pages. */
function usersOf(id: string, modules: Rolldown.ChunkingContext) {
  const users = new Set([id])
  for (const user of users)
    for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer)
  return {
    app: users.has(join(here, 'main.tsx')),
    pages: Object.values(firstPages).filter((page) => users.has(fileOfPage(page))),
  }
}

/** What the app or several of the first pages need. */
function sharedChunk(id: string, modules: Rolldown.ChunkingContext): string | null {
  const { app, pages } = usersOf(id, modules)
  return app || pages.length > 1 ? 'shared' : null
}

/** The schemas of these, and zod: creating them takes more than half of the time in which the scripts of the app start. */
function schemaChunk(id: string, modules: Rolldown.ChunkingContext): string | null {
  return sharedChunk(id, modules) && 'schemas'
}

/** What one of the first pages shares with others. */
function pageChunk(id: string, modules: Rolldown.ChunkingContext): string | null {
  const [page] = usersOf(id, modules).pages
  return page === undefined ? null : `of-${page}`
}

const contracts = join(here, '../contracts')
const isSchema = (id: string) => id.startsWith(contracts) || id.includes('node_modules/zod/')

/**
 * Bundles shared modules into two chunks, loaded in parallel with the entry; otherwise they take forty late requests.
 * What only other pages share is another one, and forms with their libraries a fourth.
 */
const isShared = (id: string) => !id.includes('node_modules') && !ofForms.test(id)
const isNoFeature = (id: string) => isShared(id) && !id.startsWith(join(here, 'features'))
const minShareCount = 2
const groups = [
  { name: schemaChunk, test: isSchema, priority: 5 },
  { name: sharedChunk, test: isShared, minShareCount, priority: 4 },
  { name: pageChunk, test: isShared, minShareCount, priority: 3 },
  { name: 'others', test: isNoFeature, minShareCount, priority: 2 },
  { name: 'forms', test: ofForms, priority: 1 },
]

/** Paths proxied to the services. Module requests (.ts, .tsx) under /api and /live belong to folders of the app. */
const servicePaths =
  '^/(api|v1|live|media|storage|downloads|data/files|metrics|health)(?=[/?]|$)(?![^?]*\\.tsx?(\\?|$))'

/** Builds to dist/web; file names under /assets contain a content hash, so they are cached forever. */
export default defineConfig({
  root: here,
  plugins: [
    react(),
    tailwindcss(),
    subsetFonts(),
    nameFont(),
    namePageScripts(),
    runSchemasFirst(),
    compress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    // The oldest browsers that Tailwind supports: without these each colour would be written twice, as hex too.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // Chromium then compiles their functions while they arrive, beside the main thread. Most run at the start.
        postBanner: ({ name, isEntry }) =>
          isEntry || name === 'shared' || name === 'schemas' ? '//# allFunctionsCalledOnLoad' : '',
      },
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
