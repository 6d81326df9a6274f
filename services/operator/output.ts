import type { Readable, Writable } from 'node:stream'

/** Where a command writes, and whom it asks. */
export interface Output {
  /** Results, on stdout; each text ends its line. Waits for a reader that is slower. */
  print(...lines: readonly string[]): Promise<void>
  /** News on the way, on stderr. */
  say(line: string): void
  /** What is being done, on stderr: on a terminal each in the place of the one before, elsewhere a line now and then. Null clears it. */
  progress(line: string | null): void
  /** Aborted when the operator interrupts, or when nobody reads stdout any more. */
  readonly signal: AbortSignal
  /** Who can be asked; null when nobody sits there. */
  readonly terminal: { readonly input: Readable; readonly output: Writable } | null
}

/** Nobody reads on, as in `ledger events | head`: an end, and no failure. */
export class NobodyReadsError extends Error {
  override readonly name = 'NobodyReadsError'
}

/** How often what is being done becomes a line of a log, ms. */
const sayEveryMs = 10_000

export function processOutput(process: NodeJS.Process, interrupt: AbortController): Output {
  const { stdout, stderr, stdin } = process
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    interrupt.abort(error.code === 'EPIPE' ? new NobodyReadsError('stdout was closed') : error)
  })
  let drawn = false
  let said = performance.now()
  const clear = () => {
    if (drawn) stderr.write('\r\x1b[K')
    drawn = false
  }
  return {
    async print(...lines) {
      if (lines.length === 0) return
      clear()
      await new Promise<void>((resolve) => stdout.write(`${lines.join('\n')}\n`, () => resolve()))
      interrupt.signal.throwIfAborted()
    },
    say(line) {
      clear()
      stderr.write(`${line}\n`)
    },
    progress(line) {
      clear()
      if (line === null) return
      if (!stderr.isTTY) {
        const now = performance.now()
        if (now - said < sayEveryMs) return
        said = now
        stderr.write(`${line}\n`)
        return
      }
      stderr.write(line.slice(0, (stderr.columns || 80) - 1))
      drawn = true
    },
    signal: interrupt.signal,
    terminal: stdin.isTTY ? { input: stdin, output: stderr } : null,
  }
}
