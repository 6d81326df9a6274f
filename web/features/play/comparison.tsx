import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { ChartPlace } from '@stepledger/contracts/http/boards.ts'
import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { BoardPlay, PlayContext } from '@stepledger/contracts/http/shapes/standing.ts'
import type { ScoringSystem } from '@stepledger/contracts/rules/rules.ts'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { boardLabels, entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { Gap } from '../../parts/rivals/common-charts.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Measured } from '../../ui/figure/measured.tsx'
import { fitted, multiplesAround, roundStep, songTicks } from '../../ui/figure/ticks.ts'
import { formatLength } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelationMark } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { Versus } from './judgments-card.tsx'
import { type Steps, stepsOf } from './timing/steps.ts'

interface Props {
  readonly play: Play
  readonly other: Play
}

export function Comparison({ play, other }: Props) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const { data: rules } = useRead(getRules, {})
  const system = rules?.systems.find(({ name }) => boardFrom(name) === board)
  const score = entryOf(play.leaderboards, board)?.data
  const theirs = entryOf(other.leaderboards, board)?.data
  const holds = score ? score.radar.holdsTotal + score.radar.rollsTotal : 0
  const difference = useMemo(
    () => (system ? differenceOf(system, stepsOf(play.timingData), stepsOf(other.timingData), holds) : []),
    [system, play.timingData, other.timingData, holds],
  )
  if (!score || !theirs) return null
  const [own, name] = namesOf(play, other, relationTo(play.user.id) === 'own')
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 md:mt-6 md:gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Panel
        title="Difference over the Song"
        className="lg:col-span-2"
        aside={`${boardLabels[board]}, steps only`}
      >
        <div className="px-2 py-2 md:px-4">
          <Measured height={figure.height}>
            {(width) => (
              <Drawing
                difference={difference}
                own={own}
                other={name}
                otherIsRival={relationTo(other.user.id) === 'rival'}
                width={width}
              />
            )}
          </Measured>
        </div>
      </Panel>
      <Panel
        title="Side by Side"
        aside={
          <span className="mute min-w-0 truncate text-sm" title={`Left: ${own} · Right: ${name}`}>
            Left: {own} · Right: {name}
          </span>
        }
      >
        <Versus
          rows={score.judgmentsOrdered.map(({ name, value }, i) => ({
            name,
            left: value,
            right: theirs.judgmentsOrdered[i]?.value ?? 0,
          }))}
        />
      </Panel>
      <Panel
        title="In Numbers"
        aside={
          <Link className="hit link text-sm" to={`/play/${other.id}`}>
            Open the other play
          </Link>
        }
      >
        <Numbers play={play} other={other} names={[own, name]} />
      </Panel>
    </div>
  )
}

/** "You" for the viewer's play; two plays of one player are "This play" and "The other". */
function namesOf(play: Play, other: Play, isOwn: boolean): readonly [string, string] {
  const own = isOwn ? 'You' : play.user.alias
  if (play.user.id !== other.user.id) return [own, other.user.alias]
  return ['This play', 'The other']
}

interface NumbersProps extends Props {
  readonly names: readonly [string, string]
}

function Numbers({ play, other, names }: NumbersProps) {
  const [board] = useActiveBoard()
  const columns = [play, other]
  const radarOf = (each: Play) => entryOf(each.leaderboards, board)?.data.radar
  const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2).replace('-', '−'))
  const rows = [
    { label: 'Mean absolute error, ms', of: (each: Play) => ms(each.statistics?.meanAbsolute) },
    { label: 'Mean offset, ms', of: (each: Play) => ms(each.statistics?.mean) },
    {
      label: 'Three times the standard deviation, ms',
      of: (each: Play) => ms(each.statistics ? 3 * each.statistics.deviation : undefined),
    },
    { label: 'Max error, ms', of: (each: Play) => ms(each.statistics?.max) },
    { label: 'Holds', of: (each: Play) => `${radarOf(each)?.holdsHeld ?? 0}` },
    { label: 'Rolls', of: (each: Play) => `${radarOf(each)?.rollsHit ?? 0}` },
    { label: 'Mines dodged', of: (each: Play) => `${radarOf(each)?.minesDodged ?? 0}` },
  ]
  return (
    <table className="t dense table-fixed">
      <colgroup>
        <col />
        <col className="w-20" />
        <col className="w-24" />
      </colgroup>
      <thead>
        <tr>
          <th>
            <span className="sr-only">Statistic</span>
          </th>
          {names.map((name) => (
            <th key={name} className="num truncate" title={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row" className="h-auto! whitespace-normal! text-sm! [tr:last-child>&]:border-b-0">
              {label}
            </th>
            {columns.map((each) => (
              <td key={each.id} className="num">
                {of(each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** px. */
const figure = { height: 168, left: 44, right: 16, top: 12, bottom: 24 } as const
const timeLabelWidth = 72
const letterWidth = 7

interface DrawingProps {
  readonly width: number
  readonly difference: Difference
  readonly own: string
  readonly other: string
  readonly otherIsRival: boolean
}

/** The difference of two plays over the song: above zero the first is ahead, below it the other one. */
function Drawing({ difference, own, other, otherIsRival, width }: DrawingProps) {
  const { height, left, top } = figure
  const right = width - figure.right
  const bottom = height - figure.bottom
  const ticks = differenceTicks(difference)
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const end = Math.max(1, difference.at(-1)?.[0] ?? 1)
  const x = (seconds: number) => left + (seconds / end) * (right - left)
  const y = (points: number) => bottom - ((points - lowest) / (highest - lowest)) * (bottom - top)
  const zero = y(0)
  const path = difference.map(([time, ahead]) => `${x(time).toFixed(1)} ${y(ahead).toFixed(1)}`).join('L')
  const area = `M${x(difference[0]?.[0] ?? 0).toFixed(1)} ${zero}L${path}L${x(end).toFixed(1)} ${zero}z`
  const last = difference.at(-1)?.[1] ?? 0
  const digits = ticks.some((tick) => !Number.isInteger(tick)) ? 1 : 0
  const ahead = last >= 0 ? own : other
  const letters = (right - left) / letterWidth - ' ahead'.length
  return (
    <svg
      className="fig"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={`Difference over the song: ${ahead} ahead by ${Math.abs(last).toFixed(2)} points after the last step`}
    >
      <clipPath id="ahead">
        <rect x={left} y={top} width={right - left} height={Math.max(0, zero - top)} />
      </clipPath>
      <clipPath id="behind">
        <rect x={left} y={zero} width={right - left} height={Math.max(0, bottom - zero)} />
      </clipPath>
      {ticks.map((points) => (
        <g key={points}>
          <path className={points === 0 ? 'gl2' : 'gl'} d={`M${left} ${y(points)}H${right}`} />
          <text x={left - 8} y={y(points) + 4} textAnchor="end" className={points === 0 ? 'tb' : ''}>
            {points > 0 ? '+' : points < 0 ? '−' : ''}
            {Math.abs(points).toFixed(digits)}
          </text>
        </g>
      ))}
      {difference.length > 1 && (
        <>
          <path className="fill-(--own)/28" d={area} clipPath="url(#ahead)" />
          <path
            className={otherIsRival ? 'fill-(--rival)/28' : 'fill-(--ink-2)/28'}
            d={area}
            clipPath="url(#behind)"
          />
          <path
            className="fill-none stroke-base-content stroke-[1.5] [stroke-linejoin:round]"
            d={`M${path}`}
          />
        </>
      )}
      {zero - top > 26 && (
        <text className="halo tb" x={left + 6} y={zero - 6}>
          {fitted(own, letters)} ahead
        </text>
      )}
      {bottom - zero > 26 && (
        <text className="halo tb" x={left + 6} y={zero + 15}>
          {fitted(other, letters)} ahead
        </text>
      )}
      {songTicks(0, end, Math.floor((right - left) / timeLabelWidth)).map((seconds) => (
        <text key={seconds} x={x(seconds)} y={height - 6} textAnchor={seconds === 0 ? 'start' : 'middle'}>
          {formatLength(seconds)}
        </text>
      ))}
    </svg>
  )
}

type Weights = Pick<ScoringSystem, 'windows' | 'miss' | 'held'>

function earned({ windows, miss }: Weights, { offsets }: Steps): number[] {
  let sum = 0
  return Array.from(offsets, (offset) => {
    const size = Math.abs(offset)
    sum += windows.find(({ seconds }) => size <= seconds)?.weight ?? miss
    return sum
  })
}

/** A moment of the song, seconds, and how far the first play is ahead by then, percentage points. */
type Difference = readonly (readonly [seconds: number, points: number])[]

/**
 * How far a play is ahead of another one over the song, by its steps. The nth rows of both are the same row of the chart,
 * although their times differ by the offsets. `holds`: holds and rolls of the chart, which are in
 * the maximum but not on the time axis.
 */
export function differenceOf(weights: Weights, own: Steps, other: Steps, holds: number): Difference {
  const best = weights.windows[0]?.weight ?? 1
  const maximum = Math.max(own.count, other.count) * best + holds * weights.held
  if (maximum <= 0) return []
  const [ownSums, otherSums] = [earned(weights, own), earned(weights, other)]
  const longer = own.count >= other.count ? own : other
  return Array.from(longer.times, (time, i) => {
    const ahead = (ownSums[i] ?? ownSums.at(-1) ?? 0) - (otherSums[i] ?? otherSums.at(-1) ?? 0)
    return [time, (ahead / maximum) * 100]
  })
}

/** Axis ticks around the differences, zero among them; at most seven. */
export function differenceTicks(difference: Difference): number[] {
  const points = difference.map(([, ahead]) => ahead)
  const [lowest, highest] = [Math.min(0, ...points), Math.max(0, ...points)]
  return multiplesAround(lowest, highest, roundStep(highest - lowest, 5, 0.1))
}

interface ContextPanelProps {
  readonly candidates: readonly Candidate[]
  /** The id of the play that is compared with; null for none. */
  readonly chosen: number | null
  readonly error: Error | null
  readonly onChoose: (playId: number | null) => void
}

/** The plays around this one, each with its gap. A press compares with it, another ends the comparison. */
export function ContextPanel({ candidates, chosen, error, onChoose }: ContextPanelProps) {
  const relationTo = useRelations()
  if (candidates.length === 0) return null
  return (
    <Panel
      title="Compare With"
      className="mt-4 md:mt-6"
      aside={
        chosen !== null && (
          <Button size="small" onClick={() => onChoose(null)}>
            End comparison
          </Button>
        )
      }
    >
      <ul className="cellgrid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))]">
        {candidates.map(({ playId, label, user, score, gap }) => {
          const relation = relationTo(user.id)
          const isChosen = playId === chosen
          return (
            <li key={playId} className="p-0">
              <button
                type="button"
                aria-pressed={isChosen}
                className={`grid size-full cursor-pointer content-start gap-0.5 px-4 py-2.5 text-left hover:bg-base-content/6 focus-visible:-outline-offset-3 aria-pressed:bg-primary/10 aria-pressed:shadow-[inset_0_-3px_0_var(--color-primary)] ${relation ?? ''}`}
                onClick={() => onChoose(isChosen ? null : playId)}
              >
                <span className="mute text-xs">{label}</span>
                <span className="flex min-w-0 items-center gap-1.5 font-semibold">
                  <span className="truncate" title={user.alias}>
                    {user.alias}
                  </span>
                  <RelationMark relation={relation} />
                </span>
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <Score percent={score} />
                  <Gap gap={gap} isRival={relation === 'rival'} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <CallFailure className="m-4" error={error} sentence="Failed to load the other play" />
    </Panel>
  )
}

/** A play to compare with. `gap`: the shown play's score minus its own, percentage points: `-2.16`. */
interface Candidate extends BoardPlay {
  readonly label: string
  readonly gap: string
}

interface Around {
  readonly context: readonly PlayContext[]
  /** The viewer on the boards of the chart; empty for visitors. */
  readonly places: readonly ChartPlace[]
  readonly viewer: string | null
}

const playOf = (entry: LeaderboardEntry): BoardPlay => ({
  playId: entry.playId,
  score: entry.score,
  user: { id: entry.userId, alias: entry.alias, profileImageUrl: entry.profileImageUrl },
  at: entry.date,
})

/** The rival whose rank is nearest to the viewer's, else the best one. */
function nearestRival({ own, rivals }: ChartPlace): LeaderboardEntry | undefined {
  if (own === null) return rivals[0]
  return rivals.toSorted((a, b) => Math.abs(a.rank - own.rank) - Math.abs(b.rank - own.rank))[0]
}

/** The plays around a play on one board, each once, without the play itself. */
export function candidatesOf(play: Play, board: BoardName, { context, places, viewer }: Around): Candidate[] {
  const score = Number(entryOf(play.leaderboards, board)?.data.score ?? 0)
  const around = entryOf(context, board)
  const place = entryOf(places, board)
  const rival = place && nearestRival(place)
  const isOwn = viewer === play.user.id
  const named: readonly (readonly [string, BoardPlay | null | undefined])[] = [
    [isOwn ? 'My best before' : 'Best before', around?.previous],
    ['My best', place?.own && playOf(place.own)],
    ['Next above', around?.next],
    ['Nearest rival', rival && playOf(rival)],
    ['First place', around?.first],
  ]
  const seen = new Set([play.id])
  return named.flatMap(([label, candidate]) => {
    if (!candidate || seen.has(candidate.playId)) return []
    seen.add(candidate.playId)
    return [{ ...candidate, label, gap: (score - Number(candidate.score)).toFixed(2) }]
  })
}
