import { songTime } from './format-step.ts'
import { type Plot, type TimeSpan, timeToX } from './timing-scale.ts'

/** Candidate label distances, s; the first that fits is used. */
const distances = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200]

interface Tick {
  readonly seconds: number
  readonly label: string
  readonly x: number
}

/** Round times at least `minSpacing` px apart; labels that would leave the plot are dropped. */
export function timeTicks(span: TimeSpan, plot: Plot, minSpacing: number): Tick[] {
  const perSecond = (plot.right - plot.left) / (span.to - span.from)
  const distance = distances.find((d) => d * perSecond >= minSpacing) ?? Math.ceil(minSpacing / perSecond)
  const ticks: Tick[] = []
  for (let n = Math.ceil(span.from / distance); n * distance <= span.to; n++) {
    const seconds = Math.round(n * distance * 10) / 10
    const x = timeToX(span, plot, seconds)
    if (x <= plot.right - 6) ticks.push({ seconds, label: songTime(seconds, distance < 1 ? 1 : 0), x })
  }
  return ticks
}

/** The whole time range of a play: from 0, or an earlier first step, to the latest of `ends`. */
export function wholeSpan(firstStep: number, ends: readonly number[]): TimeSpan {
  const from = Math.min(0, firstStep)
  const to = Math.max(...ends)
  return { from, to: to > from ? to : from + 1 }
}
