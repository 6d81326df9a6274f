import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { SingleBar } from 'cli-progress'
import type { Log } from '../platform/log/log.ts'
import { UsageError } from './exit-codes.ts'
import { count, durationText } from './format-text.ts'

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

/** Shows progress and rate: as a bar on a terminal, otherwise as a line at intervals. */
interface ProgressShown {
  show(state: ProgressState): void
  /** Clears the bar before other output. */
  clear(): void
}

/** Interval of lines, ms, and frame rate of the bar. */
const lineIntervalMs = 10_000
const framesPerSecond = 10

export function showProgress(
  stream: Pick<WriteStream, 'isTTY' | 'write'> & NodeJS.WritableStream,
  now: () => number,
): ProgressShown {
  const pace = pacer(now)
  return stream.isTTY ? onTerminal(stream, pace) : asLines(stream, pace, now)
}

function asLines(
  stream: NodeJS.WritableStream,
  pace: (state: ProgressState) => Pace,
  now: () => number,
): ProgressShown {
  let lastLineAt = now()
  return {
    show(state) {
      const at = pace(state)
      if (now() - lastLineAt < lineIntervalMs) return
      lastLineAt = now()
      const counts = countsText(state)
      stream.write(`${[counts ? `${state.what}: ${counts}` : state.what, ...paceTexts(at)].join(', ')}\n`)
    },
    clear() {},
  }
}

function onTerminal(stream: NodeJS.WritableStream, pace: (state: ProgressState) => Pace): ProgressShown {
  let bar: SingleBar | null = null
  let shown = ''
  let line = false
  function clear() {
    bar?.stop()
    bar = null
    if (line) stream.write('\r\x1b[K')
    line = false
  }
  return {
    clear,
    show(state) {
      if (state.what !== shown) clear()
      shown = state.what
      const { done, of } = state
      const at = pace(state)
      if (done === undefined || of === undefined) {
        clear()
        stream.write(state.what)
        line = true
        return
      }
      const texts = { what: state.what, counts: [countsText(state), ...paceTexts(at)].join(', ') }
      if (bar) {
        bar.setTotal(Math.max(1, of))
        bar.update(done, texts)
        return
      }
      bar = new SingleBar({
        format: '{what} {bar} {percentage} % · {counts}',
        barCompleteChar: '━',
        barIncompleteChar: '─',
        barsize: 24,
        fps: framesPerSecond,
        stream,
        clearOnComplete: true,
        gracefulExit: false,
      })
      bar.start(Math.max(1, of), done, texts)
    },
  }
}

function countsText({ done, of, unit }: ProgressState): string | null {
  if (done === undefined || of === undefined) return null
  return `${count(done)} of ${count(Math.max(of, done))} ${unit ?? ''}`.trimEnd()
}

function paceTexts({ rate, secondsLeft }: Pace): string[] {
  return [
    ...(rate === null ? [] : [`${count(Math.round(rate))} a second`]),
    ...(secondsLeft === null ? [] : [`${durationText(Math.ceil(secondsLeft))} left`]),
  ]
}

/** Current progress. Without counts when the total is unknown. */
export interface ProgressState {
  readonly what: string
  readonly done?: number
  readonly of?: number
  /** Plural noun of the counted items. */
  readonly unit?: string
}

interface Pace {
  /** Items per second over the recent window; null when not known yet. */
  readonly rate: number | null
  readonly secondsLeft: number | null
}

/** Sliding window of the rate, ms. */
const windowMs = 10_000

/** Estimates rate and remaining time. A different `what` resets the estimate. `now`: ms. */
export function pacer(now: () => number): (state: ProgressState) => Pace {
  let what = ''
  let marks: { at: number; done: number }[] = []
  return (state) => {
    if (state.what !== what) marks = []
    what = state.what
    const { done, of } = state
    if (done === undefined || of === undefined) return { rate: null, secondsLeft: null }
    const at = now()
    marks.push({ at, done })
    // Keeps the last mark outside of the window, so that the marks span the whole window.
    const old = marks.findLastIndex((mark) => at - mark.at >= windowMs)
    if (old > 0) marks = marks.slice(old)
    const [first] = marks
    const ms = at - (first?.at ?? at)
    if (ms < 200) return { rate: null, secondsLeft: null }
    const rate = ((done - (first?.done ?? done)) * 1000) / ms
    return { rate, secondsLeft: rate > 0 ? Math.max(0, of - done) / rate : null }
  }
}

/** Asks for confirmation on the terminal; any answer except y or yes declines. */
async function ask(
  terminal: NonNullable<Output['terminal']>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface(terminal)
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim())
  } catch (error) {
    // Ctrl-C and Ctrl-D, which the terminal does not turn into signals here.
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    lines.close()
  }
}

/** Throws UsageError without a terminal, unless `skip`; `hint` names the option to use then. */
export function requireTerminal({ terminal }: Output, skip: true | undefined, hint: string): void {
  if (!skip && !terminal) throw new UsageError(`No terminal for a confirmation prompt: ${hint}`)
}

/** Asks for confirmation, unless `skip`. Returns false without a terminal; `requireTerminal` throws earlier. */
export async function confirm(
  { terminal, signal }: Output,
  skip: true | undefined,
  question: string,
): Promise<boolean> {
  return skip === true || (terminal !== null && ask(terminal, question, signal))
}
