import type { CompetitionRace } from '@stepledger/contracts/http/competitions.ts'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts'
import { type Relation, useRelations } from '../../../sign-in/use-session.ts'
import { fitted, movedApart } from '../../../ui/figure/ticks.ts'
import { clock, countText, monthDay } from '../../../ui/format.tsx'
import { useSize, useWide } from '../../../ui/use-wide.ts'
import { isShort, lineAt, type RaceLayout, raceLayout, tickText, timeTicks } from './race-layout.ts'

const labelGap = 15

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

function Drawing({ race, end, width }: Props & { width: number }) {
  const relationTo = useRelations()
  const wide = useWide()
  const height = wide ? 340 : 320
  const times = useMemo(() => race.days.map((day) => Date.parse(day)), [race])
  const [start = 0] = times
  const now = times.at(-1) ?? start
  const maxPoints = Math.max(1, ...race.lines.flatMap(({ points }) => points))
  const layout = raceLayout({ width, height, names: wide ? 216 : 116 }, { start, end, now }, maxPoints)
  const { left, right, top, bottom, ticks, x, y } = layout
  const rows = useMemo(() => rowsOf(race, times), [race, times])
  const named = [...race.lines].sort((a, b) => lastOf(b) - lastOf(a) || a.rank - b.rank)
  const heights = movedApart(
    named.map((line) => y(lastOf(line))),
    { gap: labelGap, top, bottom },
  )
  const labelled = named.map((line, i) => ({ ...line, last: lastOf(line), height: heights[i] ?? top }))
  const [lifted, lift] = useState<string | null>(null)
  const onPointerMove = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const lines = labelled.map(({ user, points, height }) => ({
      id: user.id,
      knots: times.map((time, day) => ({ x: x(time), y: y(points[day] ?? 0) })),
      label: height,
    }))
    lift(lineAt(lines, { x: clientX - box.left, y: clientY - box.top }, x(now)))
  }
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
          tickFormatter={(time: number) => (isShort({ start, end }) ? clock : monthDay)(new Date(time))}
          axisLine={false}
          tickLine={false}
          interval={0}
          allowDataOverflow
        />
        {drawingOrder(race.lines, relationTo).map(({ user: { id }, rank }) => (
          <Line
            key={id}
            dataKey={id}
            className={`${lineClass(relationTo(id), rank)} ${id === lifted ? 'up' : ''}`}
            type="linear"
            stroke=""
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
        <RaceLabels lines={labelled} layout={layout} now={now} wide={wide} lifted={lifted} />
      </LineChart>
    </div>
  )
}

/** The CSS class of a player's line. The first three have the weights of ink. */
function lineClass(relation: Relation, rank: number): string {
  if (relation === 'own') return 'lo'
  if (relation === 'rival') return 'lr'
  return rank <= 3 ? `l${rank}` : 'li'
}

type RaceLine = CompetitionRace['lines'][number]

function lastOf({ points }: RaceLine): number {
  return points.at(-1) ?? 0
}

/** The chart's data: the points of all players at each time, by player. */
function rowsOf({ lines }: CompetitionRace, times: readonly number[]) {
  return times.map((time, i) => ({
    time,
    ...Object.fromEntries(lines.map(({ user, points }) => [user.id, points[i] ?? 0])),
  }))
}

/** The better lines are drawn above the others, the rivals' above those, and the viewer's on top. */
function drawingOrder(lines: readonly RaceLine[], relationTo: (playerId: string) => Relation): RaceLine[] {
  const zOrder = ({ user }: RaceLine) => ({ own: 2, rival: 1, none: 0 })[relationTo(user.id) ?? 'none']
  return [...lines].sort((a, b) => zOrder(a) - zOrder(b) || b.rank - a.rank)
}

function summaryOf({ lines }: CompetitionRace): string {
  const last = lines.map((line) => `#${line.rank} ${line.user.alias} ${countText(lastOf(line))}`)
  return `Points per day; currently ${last.join(', ')}`
}

interface RaceLabelsProps {
  /** `last`: the total points now. `height`: of the label, moved apart from the others, px. */
  readonly lines: readonly (CompetitionRace['lines'][number] & {
    readonly last: number
    readonly height: number
  })[]
  readonly layout: RaceLayout
  /** Ms since 1970. */
  readonly now: number
  /** Whether there is room for the points. */
  readonly wide: boolean
  /** The player whose line is emphasised. */
  readonly lifted: string | null
}

/** Width of a digit of a rank, px. */
const digit = 8
/** Distances from the needle, px, in a narrow window and in a wide one. */
const distances = {
  narrow: { line: 12, rank: 15, alias: 39, letters: 10 },
  wide: { line: 20, rank: 25, alias: 55, letters: 14 },
} as const
const pointsEnd = 208

/** The needle at the current time, and right of it the rank, the name and the points of each line. */
function RaceLabels({ lines, layout: { top, bottom, x, y }, now, wide, lifted }: RaceLabelsProps) {
  const relationTo = useRelations()
  const needle = x(now)
  const at = distances[wide ? 'wide' : 'narrow']
  // Ranks have room for two digits.
  const moreDigits = Math.max(0, ...lines.map(({ rank }) => String(rank).length - 2))
  return (
    <g>
      <path className="need" d={`M${needle} ${top - 6}V${bottom}`} />
      <path d={`M${needle - 4} ${top - 9}h8l-4 5z`} fill="var(--color-base-content)" />
      {lines.map(({ user, rank, last, height }) => {
        const relation = relationTo(user.id)
        const mark = relation === 'own' ? 'to' : relation === 'rival' ? 'tr' : ''
        const baseline = height + 4
        return (
          <g key={user.id} className={`label ${mark} ${user.id === lifted ? 'up' : ''}`}>
            <path className="gl2" d={`M${needle + 5} ${y(last)}L${needle + at.line} ${height}`} />
            <text x={needle + at.rank} y={baseline} className={`halo ${mark}`}>
              #{rank}
            </text>
            <text x={needle + at.alias + moreDigits * digit} y={baseline} className={`halo ${mark || 'tb'}`}>
              {fitted(user.alias, at.letters - moreDigits)}
            </text>
            {wide && (
              <text x={needle + pointsEnd} y={baseline} textAnchor="end" className={`halo ${mark}`}>
                {countText(last)}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}
