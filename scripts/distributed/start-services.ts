import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@stepledger/services/service-names.ts'
import { root } from '../root.mjs'
import { afterThisProcess } from '../services/after-this-process.ts'
import { runCaddy } from '../services/caddy.ts'
import type { LocalServer } from '../services/local-program.ts'
import { ownPort } from '../services/own-port.ts'

/** The processes of docker-compose.yml: name and service. */
export const processes = {
  ingest: 'ingest',
  accounts: 'accounts',
  catalogue: 'catalogue',
  competitions: 'competitions',
  'query-1': 'query',
  'query-2': 'query',
  analysis: 'analysis',
  'projector-1': 'projector',
  'projector-2': 'projector',
} as const
export type ProcessName = keyof typeof processes

interface DistributedOptions {
  readonly env: Readonly<Record<string, string>>
  /** Further environment of the processes of one service. */
  readonly envOf?: (service: ServiceName) => Readonly<Record<string, string>>
  /** Port of the proxy in front; a free one by default. */
  readonly port?: number
  readonly onLine?: (name: ProcessName, line: string) => void
}

/** Each service in its own process behind Caddy. */
export interface Distributed {
  readonly url: string
  readonly front: LocalServer
  readonly services: Readonly<Record<ProcessName, ServiceProcess>>
  /** Stops all; returns the exit codes of those that were running. */
  stop(): Promise<Readonly<Partial<Record<ProcessName, number | null>>>>
}

/** Starts all concurrently and waits until each is ready. */
export async function startDistributed(options: DistributedOptions): Promise<Distributed> {
  const { env, envOf = () => ({}), port, onLine } = options
  const make = (name: ProcessName) =>
    serviceProcess({
      name,
      only: processes[name],
      env: { ...env, ...envOf(processes[name]) },
      ...(onLine ? { onLine: (line: string) => onLine(name, line) } : {}),
    })
  const services = {
    ingest: await make('ingest'),
    accounts: await make('accounts'),
    catalogue: await make('catalogue'),
    competitions: await make('competitions'),
    'query-1': await make('query-1'),
    'query-2': await make('query-2'),
    analysis: await make('analysis'),
    'projector-1': await make('projector-1'),
    'projector-2': await make('projector-2'),
  } satisfies Record<ProcessName, ServiceProcess>
  const all = Object.values(services)
  const behind = (service: string) =>
    all.filter(({ name }) => name.startsWith(service)).map(({ address }) => address)
  for (const service of all) service.start()
  try {
    await Promise.all(all.map((service) => service.ready()))
    const caddy = await runCaddy(
      {
        ingest: behind('ingest'),
        accounts: behind('accounts'),
        catalogue: behind('catalogue'),
        competitions: behind('competitions'),
        query: behind('query'),
        analysis: behind('analysis'),
        projector: behind('projector'),
      },
      port === undefined ? {} : { port },
    )
    return {
      url: caddy.url,
      front: caddy,
      services,
      async stop() {
        const codes = await Promise.all(
          all.map(async (service) => [service.name, await service.stop()] as const),
        )
        await caddy.stop()
        return Object.fromEntries(codes)
      },
    }
  } catch (error) {
    await Promise.all(all.map((service) => service.kill()))
    throw error
  }
}

/** The built server as a process with the services of `only`, on a port that it keeps after restarts. */
interface ServiceProcess {
  readonly name: string
  /** `host:port`. */
  readonly address: string
  /** Null while it does not run. */
  pid(): number | null
  /** Starts it; see `ready`. */
  start(): void
  /** Resolves once it is ready. Throws with its last log lines when it exits, or is not ready within three minutes. */
  ready(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGSTOP pauses it with all its connections and locks, until SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** SIGTERM; returns the exit code, null if it did not run. */
  stop(): Promise<number | null>
  /** Called on each unexpected exit. */
  onEnd(listener: () => void): void
  lastLines(): string
}

interface ServiceProcessOptions {
  readonly name: string
  readonly only: string
  readonly env: Readonly<Record<string, string>>
  readonly onLine?: (line: string) => void
}

const startTimeoutMs = 180_000
const maxLogLines = 60

async function serviceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { name, only, env, onLine } = options
  const port = await ownPort()
  const lines: string[] = []
  const listeners: (() => void)[] = []
  let running: { readonly child: ChildProcess; readonly watch: ChildProcess } | null = null

  const onOutput = (line: string) => {
    lines.push(line)
    if (lines.length > maxLogLines) lines.shift()
    onLine?.(line)
  }
  function start(): void {
    if (running) throw new Error(`${name} is already running`)
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', join(root, 'dist/main.js'), '--only', only],
      {
        env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', onOutput)
    const current = { child, watch: afterThisProcess('kill -KILL "$0"', String(child.pid)) }
    running = current
    child.once('exit', (code, signal) => {
      current.watch.kill('SIGKILL')
      if (running !== current) return
      running = null
      onOutput(`ended by ${signal ?? `code ${code}`}`)
      for (const listener of listeners) listener()
    })
  }

  return {
    name,
    address: `127.0.0.1:${port}`,
    pid: () => running?.child.pid ?? null,
    start,
    async ready() {
      const deadline = performance.now() + startTimeoutMs
      for (;;) {
        if (!running) throw new Error(`${name} ended:\n${lines.join('\n')}`)
        const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
        await answer?.arrayBuffer()
        if (answer?.ok) return
        if (performance.now() > deadline) throw new Error(`${name} is not ready:\n${lines.join('\n')}`)
        await sleep(50)
      }
    },
    async kill() {
      await end('SIGKILL')
    },
    signal(signal) {
      running?.child.kill(signal)
    },
    stop: () => end('SIGTERM'),
    onEnd: (listener) => void listeners.push(listener),
    lastLines: () => lines.join('\n'),
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (!running) return null
    const { child } = running
    running = null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
}
