// @ts-check
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { withLock } from './lock.mjs'
import { printProgress, root as project } from './root.mjs'
import { hashSources } from './source-hash.mjs'

/** @typedef {'server' | 'web' | 'client'} Part */

/** Programs: their names in dist/ and their entry points. */
export const entries = {
  main: 'services/main.ts',
  'check-health': 'services/check-health.ts',
  ledger: 'services/operator/main.ts',
  'pack-worker': 'services/catalogue/read-pack/worker.ts',
  'export-worker': 'services/analysis/export/export-worker.ts',
  'pack-picture-process': 'services/catalogue/images/picture-process.ts',
  'uploaded-picture-process': 'services/platform/images/picture-process.ts',
  'projector-worker': 'services/projector/worker.ts',
}

/** Sources of each part. Their hash is stored in dist/ beside the output. */
const sources = {
  server: ['contracts', 'projections', 'services', 'package-lock.json', 'scripts/build.mjs'],
  web: ['contracts', 'web', 'package-lock.json', 'scripts/build.mjs'],
  client: ['client', 'contracts/game-client/version.json', 'scripts/client'],
}

/** @type {Readonly<Record<Part, string>>} */
const names = { server: 'server', web: 'web app', client: 'downloads for the game' }

/**
 * Builds what is stale: the programs (dist/*.js), the web app (dist/web) and what players install into the game
 * (dist/client). Skips a part without sources.
 * @param {{ root?: string, parts?: Part[] }} [options]
 * @returns {Promise<Part[]>} what was built
 */
export async function ensureBuilt({ root = project, parts = ['server', 'web', 'client'] } = {}) {
  const stale = await staleParts(root, parts)
  if (stale.length === 0) return []
  return withLock(join(root, '.cache', 'build.lock'), async () => {
    const built = await staleParts(root, stale)
    for (const part of built) await build(root, part)
    return built
  })
}

/**
 * @param {string} root
 * @param {Part[]} parts
 */
async function staleParts(root, parts) {
  /** @type {Part[]} */
  const stale = []
  for (const part of parts) {
    const outputs = outputsOf(root, part)
    if (outputs.length === 0) continue
    const complete = outputs.every((file) => existsSync(join(root, 'dist', file)))
    const made = await readFile(stampOf(root, part), 'utf8').catch(() => '')
    if (!complete || made !== hashSources(root, sources[part])) stale.push(part)
  }
  return stale
}

/**
 * Builds into a temporary folder and moves it into place, so that failed, killed and concurrent builds never mix their
 * output.
 * @param {string} root
 * @param {Part} part
 */
async function build(root, part) {
  const started = performance.now()
  const dist = join(root, 'dist')
  const draft = join(dist, `.${part}-${process.pid}`)
  const hash = hashSources(root, sources[part])
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  try {
    await builders[part](root, draft)
    await rm(stampOf(root, part), { force: true })
    if (part === 'server') {
      const files = await readdir(draft)
      for (const file of files) await rename(join(draft, file), join(dist, file))
      const old = (await readdir(dist)).filter((file) => file.startsWith('part-') && !files.includes(file))
      for (const file of old) await rm(join(dist, file))
    } else {
      await swapFolder(draft, join(dist, part))
    }
    await writeFile(stampOf(root, part), hash)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  printProgress(`Built the ${names[part]} in ${seconds(performance.now() - started)}`)
}

/**
 * npm packages that every start loads. They are bundled with their dependencies, hundreds of files that otherwise take a
 * sixth of the CPU time of a start. Other packages are loaded from node_modules.
 */
const bundledPackages =
  /^(@fastify\/(accept-negotiator|static|websocket)|bidi-js|bowser|cli-progress|commander|cookie|fastify|helmet|i18n-iso-countries|kysely|lru-cache|luxon|nodemailer|p-queue|p-timeout|pg|pg-copy-streams|prom-client|range-parser|rate-limiter-flexible|secure-json-parse|tlds|unhomoglyph|yauzl|yazl|zod|zod-openapi)($|\/)/

/** Bundled CommonJS packages call `require` for Node's modules. */
const requireBanner = `import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);`

/**
 * Bundles each program, with shared and lazily loaded chunks. Source maps name the sources relative to dist/, where the
 * files are moved.
 * @param {string} root
 * @param {string} draft
 */
async function bundlePrograms(root, draft) {
  const esbuild = await import('esbuild')
  refuseNestedPackages(root)
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entriesOf(root)),
    outdir: join(root, 'dist'),
    write: false,
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    banner: { js: requireBanner },
    sourcemap: true,
    // V8 keeps the text of each program, with two bytes a letter if a comment has one beyond Latin-1: 10 MB.
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'own-packages',
        setup({ onResolve }) {
          onResolve({ filter: /^@stepledger\// }, ({ path }) => ({
            path: join(root, path.slice('@stepledger/'.length)),
          }))
          onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
            if (kind === 'entry-point' || importer.includes('/node_modules/')) return
            return bundledPackages.test(path) ? undefined : { path, external: true }
          })
        },
      },
    ],
  })
  for (const { path, contents } of outputFiles) await writeFile(join(draft, basename(path)), contents)
}

/**
 * Throws when a package is below a workspace's node_modules, as npm installs a second version of a package: programs in
 * dist/ resolve packages from the root's node_modules only.
 * @param {string} root
 */
function refuseNestedPackages(root) {
  for (const workspace of ['contracts', 'projections', 'services']) {
    if (existsSync(join(root, workspace, 'node_modules'))) {
      throw new Error(
        `${workspace}/node_modules holds packages of another version than the other workspaces use`,
      )
    }
  }
}

/**
 * @param {string} root
 * @param {string} outDir
 */
async function buildWeb(root, outDir) {
  // Vite would bundle React's development build for the `test` that vitest sets.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ root: join(root, 'web'), logLevel: 'warn', build: { outDir, emptyOutDir: true } })
}

/**
 * @param {string} from
 * @param {string} to
 */
async function swapFolder(from, to) {
  const old = `${from}.old`
  if (existsSync(to)) await rename(to, old)
  await rename(from, to)
  await rm(old, { recursive: true, force: true })
}

/** @param {string} root */
const entriesOf = (root) => Object.entries(entries).filter(([, source]) => existsSync(join(root, source)))

/**
 * @param {string} root
 * @param {string} outDir
 */
async function buildGameClient(root, outDir) {
  const { buildClient } = await import('./client/build-client.mjs')
  return buildClient(root, outDir)
}

const builders = { server: bundlePrograms, web: buildWeb, client: buildGameClient }

/**
 * Files of dist/ whose absence makes the part stale; none without sources.
 * @param {string} root
 * @param {Part} part
 */
function outputsOf(root, part) {
  if (part === 'server') return entriesOf(root).map(([name]) => `${name}.js`)
  const [source, output] =
    part === 'web'
      ? ['web/index.html', 'web/index.html']
      : ['client/module/src/main.lua', 'client/version.json']
  return existsSync(join(root, source)) ? [output] : []
}

/**
 * @param {string} root
 * @param {Part} part
 */
const stampOf = (root, part) => join(root, 'dist', `.${part}-sources`)

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
