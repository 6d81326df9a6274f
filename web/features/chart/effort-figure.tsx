import type { ChartEffort, ChartTry } from '@stepledger/contracts/http/charts.ts'
import { useMemo, useRef } from 'react'
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'
import { fitted, movedApart, multiplesAround } from '../../ui/figure/ticks.ts'
import { monthDay, timeFormats } from '../../ui/format.tsx'
import { useSize } from '../../ui/use-wide.ts'

/** px. */
const height = 264
const margin = { top: 14, bottom: 26, left: 54 } as const
const narrow = 480
const labelGap = 14

interface Props {
  readonly effort: ChartEffort
  /** The end of the time axis, ms since 1970. */
  readonly now: number
}

/** The viewer's bests over time as a step line with a mark for every try, and the nearest rivals' as dashed lines. */
export function EffortFigure({ effort, now }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  return (
    <div
      ref={container}
      className="overflow-clip pt-2"
      style={{ height: height + 8 }}
      role="img"
      aria-label={summaryOf(effort)}
    >
      <div aria-hidden="true">{width > 0 && <Drawing effort={effort} now={now} width={width} />}</div>
    </div>
  )
}

function Drawing({ effort, now, width }: Props & { readonly width: number }) {
  const { rows, ticks, lowest, highest, start, end } = useMemo(() => progressOf(effort, now), [effort, now])
  const names = width < narrow ? 106 : 152
  const time = timeTicksOf({ start, end }, Math.max(1, Math.floor((width - margin.left - names) / 90)))
  const bottom = height - margin.bottom
  const y = (score: number) => bottom - ((score - lowest) / (highest - lowest)) * (bottom - margin.top)
  const last = rows.at(-1)
  const lines = [
    { name: 'You', score: last?.own ?? null, className: 'to' },
    ...effort.rivals.map(({ user }, i) => ({
      name: user.alias,
      score: last?.[`rival${i}`] ?? null,
      className: 'tr',
    })),
  ].flatMap((line) => (line.score === null ? [] : [{ ...line, score: line.score }]))
  const heights = movedApart(
    lines.map(({ score }) => y(score)),
    { gap: labelGap, top: margin.top, bottom },
  )
  const right = width - names
  const digits = ticks.some((tick) => !Number.isInteger(tick)) ? 2 : 0
  return (
    <LineChart
      className="fig"
      width={width}
      height={height}
      data={rows}
      margin={{ top: margin.top, right: names, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid className="gl" vertical={false} syncWithTicks />
      <YAxis
        width={margin.left}
        domain={[lowest, highest]}
        ticks={[...ticks]}
        tickFormatter={(score: number) => `${score.toFixed(digits)}%`}
        axisLine={false}
        tickLine={false}
        tickMargin={4}
        interval={0}
        allowDataOverflow
      />
      <XAxis
        dataKey="time"
        type="number"
        height={margin.bottom}
        domain={[start, end]}
        ticks={time.ticks}
        tickFormatter={(at: number) =>
          time.hours ? timeFormats.moment(new Date(at)) : monthDay(new Date(at))
        }
        axisLine={false}
        tickLine={false}
        interval="preserveStart"
        allowDataOverflow
      />
      {effort.rivals.map(({ user }, i) => (
        <Line
          key={user.id}
          dataKey={`rival${i}`}
          stroke="var(--rival)"
          strokeWidth={1.5}
          strokeDasharray="4 3"
          {...step}
        />
      ))}
      <Line dataKey="own" stroke="var(--own)" strokeWidth={2} {...step} />
      <Line
        dataKey="tried"
        stroke="none"
        isAnimationActive={false}
        activeDot={false}
        dot={({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) => {
          const kind = index === undefined ? null : rows[index]?.kind
          if (!kind || cx === undefined || cy === undefined || Number.isNaN(cy)) return <g key={index} />
          return <TryMark key={index} kind={kind} x={cx} y={cy} />
        }}
      />
      <g>
        {lines.map(({ name, score, className }, i) => {
          const at = heights[i] ?? y(score)
          return (
            <g key={`${className} ${name}`}>
              <path className="gl2" d={`M${right + 2} ${y(score)}L${right + 10} ${at}`} />
              <text x={right + 13} y={at + 4} className={className}>
                {fitted(name, width < narrow ? 7 : 14)} {score.toFixed(2)}
              </text>
            </g>
          )
        })}
      </g>
    </LineChart>
  )
}

const step = {
  type: 'stepAfter',
  strokeLinejoin: 'round',
  dot: false,
  activeDot: false,
  isAnimationActive: false,
} as const

function TryMark({ kind, x, y }: { kind: ChartTry['kind']; x: number; y: number }) {
  if (kind === 'failed')
    return <path className="fill-none stroke-(--jmi) stroke-2" d={`M${x - 3.5} ${y - 7}l7 7m0 -7l-7 7`} />
  const line = kind === 'unranked' ? 'stroke-(--ink-2)' : 'stroke-(--own)'
  const isBest = kind === 'best'
  return (
    <circle
      className={`${line} stroke-[1.5] ${isBest ? 'fill-(--own)' : 'fill-base-100'}`}
      cx={x}
      cy={y}
      r={isBest ? 3.25 : 2.75}
    />
  )
}

function summaryOf({ tries, rivals }: ChartEffort): string {
  const bests = tries.filter(({ kind }) => kind === 'best')
  const own = bests.map(({ at, score }) => `${score}% on ${timeFormats.day(new Date(at))}`)
  const others = rivals.map(({ user, bests }) => `${user.alias} ${bests.at(-1)?.score ?? '–'}%`)
  return [
    `Your bests: ${own.length > 0 ? own.join(', ') : 'none yet'}`,
    ...(others.length > 0 ? [`rivals now: ${others.join(', ')}`] : []),
  ].join('; ')
}

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
