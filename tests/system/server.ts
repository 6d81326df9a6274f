import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyCluster } from './ready-cluster.ts'

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
 * Starts the built server on a free port, and waits until it prints its address. `only`: the services, all by default.
 */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  only?: string,
): Promise<Server> {
  if (!env.DATABASE_URL) await copyCluster(dataDir)
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
