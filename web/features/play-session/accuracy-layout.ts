import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { multiplesAround } from '../../ui/figure/ticks.ts'

export type AccuracyMark = 'moment' | 'play' | 'failed'

export interface AccuracyPoint {
  readonly playId: number
  /** Time of play, ms since 1970. */
  readonly at: number
  /** Mean absolute offset of the steps, ms. */
  readonly error: number
  readonly mark: AccuracyMark
}

/** The plays of a session in order of time, without those in which every step was missed. */
export function accuracyPoints({ data, moments }: Pick<SessionPage, 'data' | 'moments'>): AccuracyPoint[] {
  return data.toReversed().flatMap(({ playId, createdAt, meanAbsolute, passed, onBoard }) => {
    if (meanAbsolute === null) return []
    const isMoment = moments.includes(playId) || Number(onBoard?.change ?? 0) > 0
    const mark = passed === false ? 'failed' : isMoment ? 'moment' : 'play'
    return [{ playId, at: Date.parse(createdAt), error: meanAbsolute, mark }]
  })
}

/** Steps between labelled values, ms. */
const steps = [1, 2, 2.5, 5, 10, 20, 25, 50] as const

/** Returns round values around all errors, ms: two at least, six at most. */
export function errorTicks(errors: readonly number[]): number[] {
  const [least, most] = [Math.min(...errors), Math.max(...errors)]
  const step = steps.find((each) => Math.ceil(most / each) - Math.floor(least / each) <= 4) ?? 100
  return multiplesAround(least, most, step)
}

/** Minutes between labelled times. */
const minutes = [5, 10, 15, 30, 60, 120, 240] as const

/** Returns round times within a span, ms since 1970, at most `most`. Zones differ from UTC by quarters of an hour. */
export function clockTicks(from: number, to: number, most: number): number[] {
  const step = (minutes.find((each) => (to - from) / (each * 60_000) < most) ?? 480) * 60_000
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at)
  return ticks
}
