// @ts-check
// `npm run dev`: the web app from its sources, on 5173, and the services behind it, rebuilt and restarted on every change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { prepare, printProgress, root } from './root.mjs'

const port = Number(process.env.PORT || 8080)
const debounceMs = 100

await prepare(async () => {
  if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use. Set PORT to another one.`)
  await ensureInstalled()
  await ensureBuilt({ parts: ['server'] })
})

const { createServer } = await import('vite')
const web = await createServer({ root: join(root, 'web') })
await web.listen()
const address = web.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://127.0.0.1:5173'
printProgress(`The web app is at ${address}`)

let stopping = false
let server = startServer()
let rebuilding = Promise.resolve()
/** @type {NodeJS.Timeout | undefined} */
let debounce
web.watcher.add(['contracts', 'projections', 'services'].map((folder) => join(root, folder)))
web.watcher.on('all', () => {
  clearTimeout(debounce)
  debounce = setTimeout(() => {
    rebuilding = rebuilding.then(rebuild)
  }, debounceMs)
})

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    await Promise.all([web.close(), stopServer()])
    process.exit(0)
  })
}

/** @param {number} port */
async function isPortFree(port) {
  const probe = createTcpServer()
  try {
    await once(probe.listen(port, process.env.HOST ?? '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

function startServer() {
  const env = { PORT: String(port), PUBLIC_URL: address, ...process.env }
  // In its own process group, so that Ctrl-C reaches it only once, through stopServer.
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/main.js')], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached: true,
  })
  child.once('exit', (code) => {
    if (!stopping && child === server)
      printProgress(`The server exited with code ${code}. It starts again after the next edit.`)
  })
  return child
}

async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return
  stopping = true
  server.kill('SIGTERM')
  await once(server, 'exit')
  stopping = false
}

async function rebuild() {
  try {
    if ((await ensureBuilt({ parts: ['server'] })).length === 0) return
    await stopServer()
    server = startServer()
  } catch (error) {
    printProgress(error instanceof Error ? error.message : String(error))
  }
}
