import { type ChildProcess, spawn } from 'node:child_process'
import type { RunAs } from './run-as.ts'

type ProgramRun = {
  /** Working directory, through which another user can access the folder. */
  folder: string
  user: RunAs
  env: Record<string, string>
  /** The purpose, for the error message. */
  doing: string
  input?: string
  signal: AbortSignal
}

/** Time between SIGTERM and SIGKILL, ms. */
const killAfterMs = 1_000

/**
 * Runs a program of Postgres to completion. Rejects with its last error message if it fails, and with the signal's
 * reason, once the program has exited, if that is aborted.
 */
export async function runProgram(program: string, args: string[], run: ProgramRun): Promise<void> {
  const { folder, user, doing, input = '', signal } = run
  signal.throwIfAborted()
  const [first = '', ...others] = [...user.prefix, program, ...args]
  const child = spawn(first, others, {
    ...user.spawnOptions,
    env: programEnvironment(run.env),
    cwd: folder,
    // Its own process group, so that Ctrl-C in the terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-2000)
  })
  // The program may exit before it has read all of its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    signalGroup(child, 'SIGTERM')
    killing = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs)
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
        `Postgres can't ${doing}: ${errorMessageIn(errorOutput) ?? `it ended with ${code ?? child.signalCode}`}`,
      )
  } finally {
    signal.removeEventListener('abort', end)
    clearTimeout(killing)
  }
}

export function errorMessageIn(text: string): string | null {
  const lines = text.trim().split('\n')
  const worst = lines.findLast((line) => /(FATAL|PANIC|error): /.test(line)) ?? lines.at(-1)
  return worst?.replace(/^.*?(FATAL|PANIC|error): +/, '') || null
}

/** A minimal environment: nothing of this process but PATH. */
export function programEnvironment(own: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...own }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has already exited.
  }
}
