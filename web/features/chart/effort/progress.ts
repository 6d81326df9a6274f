import type { ChartEffort, ChartTry } from '@stepledger/contracts/http/chart-effort.ts'
import { multiplesAround } from '../../../ui/figure/ticks.ts'

/** A moment of the figure: the bests up to it, and the viewer's try at it. Times are ms since 1970, scores percent. */
interface ProgressRow {
  readonly time: number
  /** Null before the first ranked play. */
  readonly own: number | null
  /** By the position of the rival. */
  readonly [rival: `rival${number}`]: number | null
  /** The score of the try, within the axis; null at a moment of a rival. */
  readonly tried: number | null
  readonly kind: ChartTry['kind'] | null
}

interface Progress {
  readonly rows: readonly ProgressRow[]
  /** The axis of scores, percent, and its ends, a little beyond the ticks. */
  readonly ticks: readonly number[]
  readonly lowest: number
  readonly highest: number
  readonly start: number
  readonly end: number
}

const hour = 3_600_000
/** The room for marks at the ends of an axis, as a share of it. */
const paddingShare = 0.03
/** How much of the time since the viewer's first try the figure shows of the time before it. */
const leadShare = 0.25
const steps = [0.25, 0.5, 1, 2, 5, 10, 20]

/** Ticks around all scores: round numbers, at most six, none above 100. */
export function scoreTicks(scores: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(100, ...scores), Math.max(0, ...scores)]
  const step = steps.find((each) => (highest - lowest) / each <= 4) ?? 25
  return multiplesAround(lowest, highest, step)
}

/**
 * The rows of the figure up to `now`, from shortly before the viewer's first try, or else from a rival's first play.
 * Only ranked scores stretch the axis: failed tries are placed at its lower end, and tries below it too.
 */
export function progressOf({ before, tries, rivals }: ChartEffort, now: number): Progress {
  const ranked = tries.filter(({ kind }) => kind === 'best' || kind === 'other')
  const ticks = scoreTicks([
    ...(before === null ? [] : [Number(before)]),
    ...ranked.map(({ score }) => Number(score)),
    ...rivals.flatMap(({ bests }) => bests.map(({ score }) => Number(score))),
  ])
  const lowest = ticks[0] ?? 0
  const highest = ticks.at(-1) ?? 100
  const moments = [
    ...tries.map((each) => ({ time: Date.parse(each.at), line: 'own', score: Number(each.score), each })),
    ...rivals.flatMap(({ bests }, i) =>
      bests.map(({ at, score }) => ({
        time: Date.parse(at),
        line: `rival${i}`,
        score: Number(score),
        each: null,
      })),
    ),
  ].sort((a, b) => a.time - b.time)

  const bests = new Map<string, number>(before === null ? [] : [['own', Number(before)]])
  const rowAt = (time: number, tried: number | null, kind: ProgressRow['kind']): ProgressRow => ({
    time,
    own: bests.get('own') ?? null,
    ...Object.fromEntries(rivals.map((_, i) => [`rival${i}`, bests.get(`rival${i}`) ?? null])),
    tried,
    kind,
  })
  const rows = moments.map(({ time, line, score, each }) => {
    if (each === null || each.kind === 'best' || each.kind === 'other')
      bests.set(line, Math.max(score, bests.get(line) ?? 0))
    if (each === null) return rowAt(time, null, null)
    const height = each.kind === 'failed' ? lowest : Math.min(highest, Math.max(lowest, score))
    return rowAt(time, height, each.kind)
  })
  const earliest = moments[0]?.time ?? now - hour
  const firstTry = moments.find(({ each }) => each !== null)?.time ?? earliest
  const first = Math.max(earliest, firstTry - Math.max(0, now - firstTry) * leadShare)
  const end = Math.max(now, first + hour)
  const padding = (highest - lowest) * paddingShare
  return {
    rows: [...rows, rowAt(end, null, null)],
    ticks,
    lowest: lowest - padding,
    highest: highest + padding,
    start: first - (end - first) * paddingShare,
    end,
  }
}

const day = 24 * hour
const spans = [
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  3 * day,
  7 * day,
  14 * day,
  30 * day,
  61 * day,
  91 * day,
  182 * day,
  365 * day,
]

/** About `limit` times within the figure, on the hour or at local midnights, and whether they are hours of a day. */
export function timeTicksOf(
  { start, end }: Pick<Progress, 'start' | 'end'>,
  limit: number,
): { readonly ticks: number[]; readonly hours: boolean } {
  const span = spans.find((each) => (end - start) / each <= limit) ?? (end - start) / limit
  const hours = span < day
  const from = new Date(start)
  const [year, month, date] = [from.getFullYear(), from.getMonth(), from.getDate()]
  // By the calendar: a day may have 23 or 25 hours.
  const at = (i: number) =>
    (hours
      ? new Date(year, month, date, from.getHours() + 1 + i * (span / hour))
      : new Date(year, month, date + 1 + i * Math.ceil(span / day))
    ).getTime()
  const ticks: number[] = []
  for (let i = 0; at(i) <= end; i++) ticks.push(at(i))
  return { ticks, hours }
}
