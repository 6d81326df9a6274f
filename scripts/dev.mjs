// @ts-check
// `npm run dev`: the web app from its sources, on 5173, and the services behind it, built and started again on every change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare, root, say } from './root.mjs'

await prepare(async () => {
  await ensureInstalled()
  await ensureBuilt({ parts: ['server'] })
})

const port = process.env.PORT ?? '8080'
const services = `http://127.0.0.1:${port}`
const { createServer } = await import('vite')
const web = await createServer({
  root: join(root, 'web'),
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': services,
      '/v1': services,
      '/metrics': services,
      '/live': { target: services, ws: true },
    },
  },
})
await web.listen()
const address = web.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://127.0.0.1:5173'
say(`The web app is at ${address}`)

let server = startServer()
let work = Promise.resolve()
/** @type {NodeJS.Timeout | undefined} */
let soon
web.watcher.add(['contracts', 'projections', 'services'].map((folder) => join(root, folder)))
web.watcher.on('all', () => {
  clearTimeout(soon)
  soon = setTimeout(() => {
    work = work.then(rebuild)
  }, 100)
})

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    await Promise.all([web.close(), stopServer()])
    process.exit(0)
  })
}

function startServer() {
  const env = { PORT: port, PUBLIC_URL: address, ...process.env }
  // A group of its own: Ctrl-C comes from us alone, once.
  return spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/main.js')], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached: true,
  })
}

async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function rebuild() {
  try {
    if ((await ensureBuilt({ parts: ['server'] })).length === 0) return
    await stopServer()
    server = startServer()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}
