import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = new URL('../..', import.meta.url).pathname

export interface Server {
  readonly url: string
  readonly pid: number
  /** SIGTERM, then the exit code and how long it took, ms. */
  stop(): Promise<{ code: number | null; took: number }>
  /** kill -9 of Node alone: its Postgres lives on. */
  killNode(): Promise<void>
  /** kill -9 of Node and its Postgres. */
  killAll(): Promise<void>
}

/** Starts the built server as its users do, on a free port, and waits until it says where it is. `only`: the services, all unless told. */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  only?: string,
): Promise<Server> {
  const child = spawn(process.execPath, [join(root, 'dist/main.js'), ...(only ? ['--only', only] : [])], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const from = performance.now()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return { code: child.exitCode, took: performance.now() - from }
    },
    async killNode() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async killAll() {
      const postgres = await postmasterOf(dataDir)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      if (postgres !== null) process.kill(postgres, 'SIGKILL')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('the server has no output')
  const said: string[] = []
  child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    said.push(line)
    const [, url] = /^Stepledger is at (http\S+)/.exec(line) ?? []
    if (url) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error(`the server did not start:\n${said.join('\n')}`)
}

/** The process id of the Postgres that runs on `dataDir`. */
async function postmasterOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => null)
  return text ? Number(text.split('\n')[0]) : null
}
