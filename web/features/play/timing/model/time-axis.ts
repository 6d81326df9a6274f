import { songTime } from './format-step.ts'
import { type Plot, type TimeSpan, timeToX } from './timing-scale.ts'

/** Seconds between two labels: the first of these that leaves room. */
const distances = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200]

export interface Tick {
  readonly seconds: number
  readonly label: string
  readonly x: number
}

/** Round times at least `room` px apart; those whose label would leave the plot are left out. */
export function timeTicks(span: TimeSpan, plot: Plot, room: number): Tick[] {
  const perSecond = (plot.right - plot.left) / (span.to - span.from)
  const distance = distances.find((d) => d * perSecond >= room) ?? Math.ceil(room / perSecond)
  const ticks: Tick[] = []
  for (let n = Math.ceil(span.from / distance); n * distance <= span.to; n++) {
    const seconds = Math.round(n * distance * 10) / 10
    const x = timeToX(span, plot, seconds)
    if (x <= plot.right - 6) ticks.push({ seconds, label: songTime(seconds, distance < 1 ? 1 : 0), x })
  }
  return ticks
}

/** The whole of a play on the axis: from 0, or the first step before it, to the last thing there is. */
export function wholeSpan(firstStep: number, ends: readonly number[]): TimeSpan {
  const from = Math.min(0, firstStep)
  const to = Math.max(...ends)
  return { from, to: to > from ? to : from + 1 }
}
