import type { Readable, Writable } from 'node:stream'
import type { Doing } from './pace.ts'
import { showProgress } from './progress.ts'

/** Where a command writes, and whom it asks. */
export interface Output {
  /** Results, on stdout; each text ends its line. Waits for a reader that is slower. */
  print(...lines: readonly string[]): Promise<void>
  /** News on the way, on stderr. */
  say(line: string): void
  /** What is being done, on stderr: a bar on a terminal, elsewhere a line now and then. Null clears it. */
  progress(doing: Doing | null): void
  /** Aborted when the operator interrupts, or when nobody reads stdout any more. */
  readonly signal: AbortSignal
  /** Who can be asked; null when nobody sits there. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | null
}

/** Nobody reads on, as in `ledger events | head`: an end, and no failure. */
export class NobodyReadsError extends Error {
  override readonly name = 'NobodyReadsError'
}

export function processOutput(process: NodeJS.Process, interrupt: AbortController): Output {
  const { stdout, stderr, stdin } = process
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    interrupt.abort(error.code === 'EPIPE' ? new NobodyReadsError('stdout was closed') : error)
  })
  const progress = showProgress(stderr, () => performance.now())
  return {
    async print(...lines) {
      if (lines.length === 0) return
      progress.clear()
      await new Promise<void>((resolve) => stdout.write(`${lines.join('\n')}\n`, () => resolve()))
      interrupt.signal.throwIfAborted()
    },
    say(line) {
      progress.clear()
      stderr.write(`${line}\n`)
    },
    progress(doing) {
      if (doing === null) progress.clear()
      else progress.show(doing)
    },
    signal: interrupt.signal,
    terminal: stdin.isTTY ? { input: stdin, output: stderr } : null,
  }
}
