import type { ProgressMonth } from '@stepledger/contracts/http/players.ts'
import { useRef } from 'react'
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'
import { multiplesAround, roundStep } from '../../ui/figure/ticks.ts'
import { useSize } from '../../ui/use-wide.ts'

interface Props {
  /** Oldest first. */
  readonly months: readonly ProgressMonth[]
  /** The months of another player. */
  readonly beside: readonly ProgressMonth[] | null
  readonly label: string
}

const height = 320
const shortName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const lines = [
  { key: 'best', stroke: 'var(--own)', strokeWidth: 1, strokeOpacity: 0.6, radius: 2 },
  {
    key: 'other',
    stroke: 'var(--rival)',
    strokeWidth: 1.75,
    strokeDasharray: '5 3.5',
    strokeOpacity: 1,
    radius: 2,
  },
  { key: 'median', stroke: 'var(--own)', strokeWidth: 2.25, strokeOpacity: 1, radius: 3 },
] as const

/** Median and best score by month, and the median of another player. Months without plays have a gap. */
export function ProgressFigure({ months, beside, label }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  const rows = rowsOf(months, beside ?? [])
  const scores = rows.flatMap(({ median, best, other }) =>
    [median, best, other].filter((score) => score !== null),
  )
  const lowest = Math.min(...scores)
  const ticks = multiplesAround(lowest, 100, roundStep(100 - lowest, 5, 0.1)).filter((tick) => tick <= 100)
  return (
    <div ref={container} className="px-2 pt-3 md:px-4" role="img" aria-label={label}>
      <div className="overflow-clip" aria-hidden="true">
        {width > 32 && scores.length > 0 && (
          <LineChart
            className="fig"
            width={width - 32}
            height={height}
            data={rows}
            margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid className="gl" vertical={false} syncWithTicks />
            <YAxis
              width={44}
              domain={[ticks[0] ?? 0, 100]}
              ticks={ticks}
              axisLine={false}
              tickLine={false}
              tickMargin={6}
              interval={0}
            />
            <XAxis
              dataKey="at"
              type="number"
              height={28}
              domain={['dataMin', 'dataMax']}
              padding={{ left: 12, right: 12 }}
              ticks={evenly(
                rows.map(({ at }) => at),
                width < 600 ? 4 : 8,
              )}
              tickFormatter={(at: number) => shortName.format(at)}
              axisLine={false}
              tickLine={false}
              interval={0}
            />
            {lines.map(({ key, radius, ...line }) => (
              <Line
                key={key}
                dataKey={key}
                {...line}
                dot={{ r: radius, fill: line.stroke, fillOpacity: line.strokeOpacity, stroke: 'none' }}
                activeDot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        )}
      </div>
    </div>
  )
}

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`)
const numberOf = (percent: string | null | undefined) =>
  percent === null || percent === undefined ? null : Number(percent)

/** Every month from the first to the last of both players. */
function rowsOf(months: readonly ProgressMonth[], beside: readonly ProgressMonth[]) {
  const own = new Map(months.map((each) => [startOf(each.month), each]))
  const others = new Map(beside.map((each) => [startOf(each.month), each]))
  const known = [...own.keys(), ...others.keys()]
  const last = Math.max(...known)
  const rows: { at: number; median: number | null; best: number | null; other: number | null }[] = []
  for (let at = Math.min(...known); at <= last; at = nextMonth(at))
    rows.push({
      at,
      median: numberOf(own.get(at)?.median),
      best: numberOf(own.get(at)?.best),
      other: numberOf(others.get(at)?.median),
    })
  return rows
}

function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** At most `count` of the values, at even distances. */
function evenly(values: readonly number[], count: number): number[] {
  const step = Math.max(1, Math.ceil(values.length / count))
  return values.filter((_value, i) => (values.length - 1 - i) % step === 0)
}
