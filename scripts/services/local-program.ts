import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterThisProcess } from './after-this-process.ts'
import type { OwnServer } from './server-kind.ts'

interface LocalProgram {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  /** Its working directory with its log; removed at the end. */
  readonly folder: string
  /** It is ready when this port on 127.0.0.1 accepts connections. */
  readonly port: number
  readonly url: string
  readonly env?: NodeJS.ProcessEnv
}

export interface LocalServer extends OwnServer {
  /** Called on each unexpected exit. */
  onEnd(listener: () => void): void
}

const startTimeoutMs = 180_000

/**
 * Runs a program on this machine as a server. Throws with the end of its log when it exits, or does not listen within
 * three minutes.
 */
export async function runLocally(options: LocalProgram): Promise<LocalServer> {
  const { name, command, folder, port, url, env = {} } = options
  const logFile = join(folder, 'server.log')
  const listeners: (() => void)[] = []
  let running: { child: ChildProcess; watch: ChildProcess } | null = null

  async function start(): Promise<void> {
    const log = await open(logFile, 'a')
    const [program, ...args] = command
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    })
    const failed = once(child, 'error').then(([error]) => Promise.reject(error))
    failed.catch(() => {})
    await Promise.race([once(child, 'spawn'), failed]).finally(() => log.close())
    child.unref()
    const watch = afterThisProcess('kill -KILL "$1"; sleep 1; rm -rf "$0"', folder, String(child.pid))
    const current = { child, watch }
    running = current
    child.once('exit', () => {
      if (running !== current) return
      for (const listener of listeners) listener()
    })
    const deadline = performance.now() + startTimeoutMs
    while (!(await listens(port))) {
      const failure =
        child.exitCode !== null || child.signalCode !== null
          ? 'ended'
          : performance.now() > deadline
            ? 'does not listen'
            : null
      if (failure) {
        const text = await readFile(logFile, 'utf8').catch(() => '')
        await kill()
        throw new Error(`${name} ${failure}: ${text.slice(-2000)}`)
      }
      await sleep(50)
    }
  }

  async function kill(): Promise<void> {
    if (!running) return
    const { child, watch } = running
    running = null
    watch.kill('SIGKILL')
    if (child.exitCode !== null || child.signalCode !== null) return
    // Keeps the event loop alive while a caller waits for the exit.
    child.ref()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  const stop = async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    pid: () => running?.child.pid ?? null,
    kill,
    start,
    stop,
    onEnd: (listener) => void listeners.push(listener),
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
  })
}
