import type { CompetitionRace } from '@stepledger/contracts/http/competitions.ts'
import { movedApart } from '@stepledger/contracts/look/figure/moved-apart.ts'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'
import { pointsText } from '../../../competition/rankings-table.tsx'
import { useRelations } from '../../../sign-in/use-session.ts'
import { fitted } from '../../../ui/fitted.ts'
import { monthDay } from '../../../ui/format-time.ts'
import type { Relation } from '../../../ui/relation.ts'
import { useSize } from '../../../ui/use-size.ts'
import { useWide } from '../../../ui/use-wide.ts'
import { lineAt, raceLayout, tickText, timeTicks } from './race-layout.ts'

const labelGap = 15
/** Width of a digit of a rank, px. */
const digit = 8

interface Props {
  readonly race: CompetitionRace
  /** When the round ends, ms since 1970. */
  readonly end: number
}

/** The lines up to the needle at the current time, with the names to its right. */
export function RaceFigure({ race, end }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  return (
    <div ref={container} className="px-2 pt-2 md:px-4" role="img" aria-label={summaryOf(race)}>
      <div className="overflow-clip" aria-hidden="true">
        {width > 32 && <Drawing race={race} end={end} width={width - 32} />}
      </div>
    </div>
  )
}

/** The classes of a line and of its label. The first three have the weights of ink. */
function marksOf(relation: Relation, rank: number): readonly [string, string] {
  if (relation === 'own') return ['lo', 'to']
  if (relation === 'rival') return ['lr', 'tr']
  return [rank <= 3 ? `l${rank}` : 'li', '']
}

function Drawing({ race, end, width }: Props & { width: number }) {
  const relationTo = useRelations()
  const wide = useWide()
  const height = wide ? 340 : 320
  const times = useMemo(() => race.days.map((day) => Date.parse(day)), [race])
  const [start = 0] = times
  const now = times.at(-1) ?? start
  const maxPoints = Math.max(1, ...race.lines.flatMap(({ points }) => points))
  const { left, right, top, bottom, ticks, x, y } = raceLayout(
    { width, height, names: wide ? 216 : 116 },
    { start, end, now },
    maxPoints,
  )
  const rows = useMemo(
    () =>
      times.map((time, i) => ({
        time,
        ...Object.fromEntries(race.lines.map(({ user, points }) => [user.id, points[i] ?? 0])),
      })),
    [times, race],
  )
  // The better lines are drawn above the others, the rivals' and the own above all.
  const ordered = [...race.lines].sort(
    (a, b) => zOrder(relationTo(a.user.id)) - zOrder(relationTo(b.user.id)) || b.rank - a.rank,
  )
  const named = [...race.lines].sort(
    (a, b) => (b.points.at(-1) ?? 0) - (a.points.at(-1) ?? 0) || a.rank - b.rank,
  )
  const heights = movedApart(
    named.map(({ points }) => y(points.at(-1) ?? 0)),
    { gap: labelGap, top, bottom },
  )
  const needle = x(now)
  // Ranks have room for two digits.
  const moreDigits = Math.max(0, ...named.map(({ rank }) => String(rank).length - 2))
  const [lifted, lift] = useState<string | null>(null)
  const lines = named.map(({ user, points }, i) => ({
    id: user.id,
    knots: times.map((time, day) => ({ x: x(time), y: y(points[day] ?? 0) })),
    label: heights[i] ?? top,
  }))
  const onPointerMove = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    lift(lineAt(lines, { x: clientX - box.left, y: clientY - box.top }, needle))
  }
  const up = (id: string) => (id === lifted ? 'up' : '')
  return (
    <div onPointerMove={onPointerMove} onPointerLeave={() => lift(null)}>
      <LineChart
        className={`fig ${lifted === null ? '' : 'lifting'}`}
        width={width}
        height={height}
        data={rows}
        margin={{ top, right: width - right, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid className="gl" vertical={false} syncWithTicks />
        <YAxis
          width={left}
          domain={[0, ticks.at(-1) ?? 1]}
          ticks={[...ticks]}
          tickFormatter={tickText}
          axisLine={false}
          tickLine={false}
          tickMargin={6}
          interval={0}
          allowDataOverflow
        />
        <XAxis
          dataKey="time"
          type="number"
          height={height - bottom}
          domain={[start, end]}
          ticks={timeTicks({ start, end }, wide ? 6 : 3)}
          tickFormatter={(time: number) => monthDay(new Date(time))}
          axisLine={false}
          tickLine={false}
          interval={0}
          allowDataOverflow
        />
        {ordered.map(({ user, rank }) => (
          <Line
            key={user.id}
            dataKey={user.id}
            className={`${marksOf(relationTo(user.id), rank)[0]} ${up(user.id)}`}
            type="linear"
            stroke=""
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
        <g>
          <path className="need" d={`M${needle} ${top - 6}V${bottom}`} />
          <path d={`M${needle - 4} ${top - 9}h8l-4 5z`} fill="var(--color-base-content)" />
          {named.map(({ user, rank, points }, i) => {
            const at = heights[i] ?? top
            const mark = marksOf(relationTo(user.id), rank)[1]
            const last = points.at(-1) ?? 0
            return (
              <g key={user.id} className={`label ${mark} ${up(user.id)}`}>
                <path className="gl2" d={`M${needle + 5} ${y(last)}L${needle + (wide ? 20 : 12)} ${at}`} />
                <text x={needle + (wide ? 25 : 15)} y={at + 4} className={`halo ${mark}`}>
                  #{rank}
                </text>
                <text
                  x={needle + (wide ? 55 : 39) + moreDigits * digit}
                  y={at + 4}
                  className={`halo ${mark || 'tb'}`}
                >
                  {fitted(user.alias, (wide ? 14 : 10) - moreDigits)}
                </text>
                {wide && (
                  <text x={needle + 208} y={at + 4} textAnchor="end" className={`halo ${mark}`}>
                    {pointsText(last)}
                  </text>
                )}
              </g>
            )
          })}
        </g>
      </LineChart>
    </div>
  )
}

function zOrder(relation: Relation): number {
  return relation === 'own' ? 2 : relation === 'rival' ? 1 : 0
}

function summaryOf({ lines }: CompetitionRace): string {
  const last = lines.map(
    ({ user, rank, points }) => `#${rank} ${user.alias} ${pointsText(points.at(-1) ?? 0)}`,
  )
  return `Points per day; currently ${last.join(', ')}`
}
