import { type ChildProcess, spawn } from 'node:child_process'
import type { RunAs } from './run-as.ts'

export type ProgramRun = {
  /** The folder to run in, by which other users than root find it. */
  folder: string
  user: RunAs
  env: Record<string, string>
  /** What it is to do, to begin the error with. */
  doing: string
  /** What it reads. */
  input?: string
  /** Ends it. */
  signal: AbortSignal
}

/** How long it may take to end when it is told to, ms. */
const patienceMs = 1_000

/**
 * Runs a program of Postgres to its end. Rejects with what it said last when it fails, and with the signal's reason,
 * once it is gone, when that is aborted.
 */
export async function runProgram(program: string, args: string[], run: ProgramRun): Promise<void> {
  const { folder, user, doing, input = '', signal } = run
  signal.throwIfAborted()
  const [first = '', ...others] = [...user.prefix, program, ...args]
  const child = spawn(first, others, {
    ...user.spawnOptions,
    env: programEnvironment(run.env),
    cwd: folder,
    // A group of its own, with the processes that it starts: Ctrl-C comes from us alone.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  // It may end before it has read all of it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    tellGroup(child, 'SIGTERM')
    killing = setTimeout(() => tellGroup(child, 'SIGKILL'), patienceMs)
  }
  signal.addEventListener('abort', end)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (code !== 0)
      throw new Error(
        `Postgres can't ${doing}: ${complaintIn(said) ?? `it ended with ${code ?? child.signalCode}`}`,
      )
  } finally {
    signal.removeEventListener('abort', end)
    clearTimeout(killing)
  }
}

/** What a program of Postgres that failed gave as the reason, if anything. */
export function complaintIn(text: string): string | null {
  const lines = text.trim().split('\n')
  const worst = lines.findLast((line) => /(FATAL|PANIC|error): /.test(line)) ?? lines.at(-1)
  return worst?.replace(/^.*?(FATAL|PANIC|error): +/, '') || null
}

/** Nothing of ours but what is meant for it. */
export function programEnvironment(own: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...own }
}

function tellGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It is gone.
  }
}
