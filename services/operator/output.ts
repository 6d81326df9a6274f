import type { Readable, Writable } from 'node:stream'
import type { Log } from '../platform/log/log.ts'
import { type ProgressState, showProgress } from './progress.ts'

export interface Output {
  /** Prints lines of results to stdout, with backpressure. */
  print(...lines: readonly string[]): Promise<void>
  printStderr(line: string): void
  /** Warnings and errors of the services, to stderr. */
  readonly log: Log
  /** Shows progress on stderr: a bar on a terminal, otherwise a line at intervals. Printing or null clears it. */
  progress(state: ProgressState | null): void
  /** Aborted by an interrupt, or when stdout is closed. */
  readonly signal: AbortSignal
  /** Terminal for prompts; null when stdin is not interactive. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | null
}

/** The part of the output for long work: it reports progress, and ends on an interrupt. */
export type ProgressOutput = Pick<Output, 'progress' | 'signal'>

/** Stdout was closed, as in `ledger events | head`. Not a failure. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError'
}

export function processOutput(process: NodeJS.Process, interrupt: AbortController): Output {
  const { stdout, stderr, stdin } = process
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    interrupt.abort(error.code === 'EPIPE' ? new OutputClosedError('stdout was closed') : error)
  })
  const progress = showProgress(stderr, () => performance.now())
  const printStderr = (line: string) => {
    progress.clear()
    stderr.write(`${line}\n`)
  }
  return {
    async print(...lines) {
      if (lines.length === 0) return
      progress.clear()
      await new Promise<void>((resolve) => stdout.write(`${lines.join('\n')}\n`, () => resolve()))
      interrupt.signal.throwIfAborted()
    },
    printStderr,
    log: { info: () => {}, warn: printStderr, error: printStderr },
    progress(state) {
      if (state === null) progress.clear()
      else progress.show(state)
    },
    signal: interrupt.signal,
    terminal: stdin.isTTY ? { input: stdin, output: stderr } : null,
  }
}
