import type { ChartEffort, ChartTry } from '@stepledger/contracts/http/chart-effort.ts'
import { useMemo, useRef } from 'react'
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'
import { fitted } from '../../../ui/fitted.ts'
import { monthDay, timeFormats } from '../../../ui/format-time.ts'
import { movedApart } from '../../../ui/moved-apart.ts'
import { useSize } from '../../../ui/use-size.ts'
import { progressOf, timeTicksOf } from './progress.ts'

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
        <Line key={user.id} dataKey={`rival${i}`} className="er" {...step} />
      ))}
      <Line dataKey="own" className="eo" {...step} />
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
  stroke: '',
  dot: false,
  activeDot: false,
  isAnimationActive: false,
} as const

function TryMark({ kind, x, y }: { kind: ChartTry['kind']; x: number; y: number }) {
  if (kind === 'failed') return <path className="et failed" d={`M${x - 3.5} ${y - 7}l7 7m0 -7l-7 7`} />
  return <circle className={`et ${kind}`} cx={x} cy={y} r={kind === 'best' ? 3.25 : 2.75} />
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
