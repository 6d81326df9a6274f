import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  freePort,
  readConnection,
  storeConnection,
} from '@stepledger/services/embedded-postgres/data-folder.ts'
import { vi } from 'vitest'
import { withLock } from '../../scripts/lock.mjs'

/** Settings of `npm start` and the image: memory of decoded pictures and packs is returned to the system. */
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

const root = new URL('../..', import.meta.url).pathname

export interface Server {
  readonly url: string
  readonly pid: number
  /** Resolves when the process ends for any reason: exit code and output. */
  readonly ended: Promise<{ code: number | null; output: string }>
  /** SIGTERM; returns the exit code and the duration, ms. */
  stop(): Promise<{ code: number | null; took: number }>
  /** kill -9 of Node alone, after which its Postgres shuts down. */
  killNode(): Promise<void>
  /** kill -9 of Node and its Postgres. */
  killAll(): Promise<void>
}

/** A server that may not be up yet, or may never be. */
export type StartingServer = Omit<Server, 'url'> & {
  /** All output so far. */
  output(): string
  /** Resolves once the server prints its address. Rejects when it exits before. */
  readonly url: Promise<string>
}

/**
 * Starts the built server on a free port, and waits until it prints its address. A new folder gets the database of a
 * server that has started before: a first start takes four times as long. `only`: the services, all by default.
 */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  only?: string,
): Promise<Server> {
  if (!env.DATABASE_URL) await copyDatabase(dataDir)
  const server = spawnServer(dataDir, env, only === undefined ? {} : { only })
  return { ...server, url: await server.url }
}

/** The same without waiting. `program`: the path of another build, perhaps by another user. */
export function spawnServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  options: { only?: string; program?: string; uid?: number; gid?: number } = {},
): StartingServer {
  const { only, program = join(root, 'dist/main.js'), ...user } = options
  const child = spawn(process.execPath, [program, ...(only ? ['--only', only] : [])], {
    ...user,
    env: {
      ...process.env,
      ...memory,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      DATA_EXPORT: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const ended = once(child, 'exit').then(() => ({ code: child.exitCode, output: output.join('') }))
  const url = addressOf(child, output)
  url.catch(() => {})
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output.join(''),
    ended,
    async stop() {
      const from = performance.now()
      child.kill('SIGTERM')
      const { code } = await ended
      return { code, took: performance.now() - from }
    },
    async killNode() {
      child.kill('SIGKILL')
      await ended
    },
    async killAll() {
      const postgres = await postmasterOf(dataDir)
      child.kill('SIGKILL')
      if (postgres !== null) process.kill(postgres, 'SIGKILL')
      await ended
    },
  }
}

/** `output`: collects stdout and stderr. */
async function addressOf(child: ChildProcess, output: string[]): Promise<string> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the server has no output')
  return new Promise((resolve, reject) => {
    const onOutput = (text: Buffer) => {
      output.push(text.toString())
      const [, url] = /^Stepledger is at (http\S+)/m.exec(output.join('')) ?? []
      if (url) resolve(url)
    }
    stdout.on('data', onOutput)
    stderr.on('data', onOutput)
    child.once('close', () => reject(new Error(`the server did not start:\n${output.join('')}`)))
  })
}

/** The process id of the Postgres that runs on `dataDir`. */
async function postmasterOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => null)
  return text ? Number(text.split('\n')[0]) : null
}

const run = promisify(execFile)
const cache = join(root, '.cache')

/** Gives a new DATA_DIR the database that a server makes at its first start. */
export async function copyDatabase(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) return
  madeOnce ??= readyDatabase()
  const ready = await madeOnce
  await mkdir(dataDir, { recursive: true })
  // Keeps the owner: as root the server runs Postgres as another user.
  await run('cp', ['-a', join(ready, 'postgres'), join(ready, 'postgres.json'), dataDir])
  const connection = await readConnection(dataDir)
  if (connection) await storeConnection(dataDir, { ...connection, port: await freePort() })
}

let madeOnce: Promise<string> | null = null

/** The DATA_DIR of a server of this build that has started once. */
async function readyDatabase(): Promise<string> {
  const build = await readFile(join(root, 'dist/.server-sources'), 'utf8')
  const hash = createHash('sha256').update(JSON.stringify([build, process.arch, process.geteuid?.()]))
  const folder = join(cache, `ready-${hash.digest('hex').slice(0, 8)}`)
  if (existsSync(folder)) return folder
  await withLock(join(cache, 'ready.lock'), async () => {
    if (existsSync(folder)) return
    for (const old of await readdir(cache))
      if (/^ready-[\w-]+$/.test(old)) await rm(join(cache, old), { recursive: true, force: true })
    const draft = await mkdtemp(join(cache, 'ready-draft-'))
    const server = spawnServer(draft)
    const url = await server.url
    const isReady = async () => (await fetch(`${url}/health/ready`)).status === 200
    await vi.waitUntil(isReady, { timeout: 60_000 })
    await server.stop()
    await rename(draft, folder)
  })
  return folder
}
