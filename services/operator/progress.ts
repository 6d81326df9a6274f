import type { WriteStream } from 'node:tty'
import { SingleBar } from 'cli-progress'
import { count } from './aligned.ts'
import { durationText } from './duration-text.ts'
import { type Doing, type Pace, pacer } from './pace.ts'

/** Shows progress and rate: as a bar on a terminal, otherwise as a line at intervals. */
interface ProgressShown {
  show(doing: Doing): void
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
  pace: (doing: Doing) => Pace,
  now: () => number,
): ProgressShown {
  let said = now()
  return {
    show(doing) {
      const at = pace(doing)
      if (now() - said < lineIntervalMs) return
      said = now()
      const counts = countsText(doing)
      stream.write(`${[counts ? `${doing.what}: ${counts}` : doing.what, ...paceTexts(at)].join(', ')}\n`)
    },
    clear() {},
  }
}

function onTerminal(stream: NodeJS.WritableStream, pace: (doing: Doing) => Pace): ProgressShown {
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
    show(doing) {
      if (doing.what !== shown) clear()
      shown = doing.what
      const { done, of } = doing
      const at = pace(doing)
      if (done === undefined || of === undefined) {
        clear()
        stream.write(doing.what)
        line = true
        return
      }
      const said = { what: doing.what, said: [countsText(doing), ...paceTexts(at)].join(', ') }
      if (bar) {
        bar.setTotal(Math.max(1, of))
        bar.update(done, said)
        return
      }
      bar = new SingleBar({
        format: '{what} {bar} {percentage} % · {said}',
        barCompleteChar: '━',
        barIncompleteChar: '─',
        barsize: 24,
        fps: framesPerSecond,
        stream,
        clearOnComplete: true,
        gracefulExit: false,
      })
      bar.start(Math.max(1, of), done, said)
    },
  }
}

function countsText({ done, of, unit }: Doing): string | null {
  if (done === undefined || of === undefined) return null
  return `${count(done)} of ${count(Math.max(of, done))} ${unit ?? ''}`.trimEnd()
}

function paceTexts({ rate, secondsLeft }: Pace): string[] {
  return [
    ...(rate === null ? [] : [`${count(Math.round(rate))} a second`]),
    ...(secondsLeft === null ? [] : [`${durationText(Math.ceil(secondsLeft))} left`]),
  ]
}
