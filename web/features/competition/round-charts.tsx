import type { CompetitionPage, CompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { LateLegend, LateMark } from '../../parts/competition/late-mark.tsx'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useIsVisitor } from '../../sign-in/use-session.ts'
import { RowDifficulty } from '../../ui/difficulty.tsx'
import { counted, countText } from '../../ui/format.tsx'
import { Table, useRowLink } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Score } from '../../ui/score.tsx'
import { Empty } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-wide.ts'

type Chart = CompetitionPage['rounds'][number]['charts'][number]
type Place = CompetitionPlayer['charts'][number]['leaderboards'][number]
type Possible = CompetitionPlayer['unplayed'][number]

interface Row {
  readonly key: string
  readonly chart: Chart
  readonly place: Place | undefined
  /** What a score at the viewer's level would bring, of an unplayed chart of a running round. */
  readonly possible: Possible | undefined
  /** The round has ended, so a better score would bring nothing. */
  readonly isOver: boolean
  /** The number of players in the round. */
  readonly participants: number
}

/** The table of visitors has two columns only. CSS px; 32rem. */
const minVisitorTable = 512

interface Props {
  readonly competition: CompetitionPage
  /** 0 for the whole event. */
  readonly round: number
  readonly own: CompetitionPlayer | null
}

/**
 * The charts of one or all rounds with the viewer's place, score and points, and the gain of the next place. Visitors see
 * how many played each chart.
 */
export function RoundCharts({ competition, round, own }: Props) {
  const [board] = useActiveBoard()
  const [order, setOrder] = useState<Order>('round')
  const rows = competition.rounds.flatMap(({ charts, participants, phase }, i): Row[] =>
    round !== 0 && round !== i + 1
      ? []
      : charts.map((chart) => ({
          key: `${i + 1} ${chart.hash}`,
          chart,
          participants,
          isOver: phase === 'over',
          place: entryOf(
            own?.charts.find((of) => of.round === i + 1 && of.chartHash === chart.hash)?.leaderboards ?? [],
            board,
          ),
          possible:
            phase === 'running'
              ? own?.unplayed.find(
                  (of) => of.round === i + 1 && of.chartHash === chart.hash && of.leaderboard === board,
                )
              : undefined,
        })),
  )
  const played = rows.filter(({ place }) => place).length
  const rules = describeRules(competition.rounds, round)
  const title = round === 0 ? 'All Charts' : `${competition.rounds[round - 1]?.name ?? ''} Charts`
  const aside = own === null || rows.length === 0 ? null : `${played} of ${rows.length} played`
  return (
    <Panel title={title} aside={aside}>
      {rows.length === 0 ? (
        <Empty title="No charts available" text="The charts of this round haven't been announced yet." />
      ) : (
        <>
          {rules.length > 0 && <p className="border-b border-line px-4 py-2.5 text-sm">{rules.join(' ')}</p>}
          {played > 0 && rows.some(({ isOver }) => !isOver) && (
            <div className="border-b border-line px-4 py-2">
              <select
                className="select h-10 md:h-9"
                aria-label="Sort charts"
                value={order}
                onChange={({ target }) =>
                  setOrder(orders.find(([name]) => name === target.value)?.[0] ?? 'round')
                }
              >
                {orders.map(([name, label]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          )}
          <Rows rows={rows.toSorted(compareBy[order])} known={own !== null} />
        </>
      )}
      {rows.some(({ place }) => place?.late) && <LateLegend className="border-t border-line py-2.5" />}
    </Panel>
  )
}

/** The rules of one round, or of all, by name where they differ. */
function describeRules(rounds: CompetitionPage['rounds'], round: number): string[] {
  const shown = round === 0 ? rounds : rounds.slice(round - 1, round)
  const [first = '', ...others] = shown.map((each) => describeRoundRules(each).join(' '))
  if (others.every((text) => text === first)) return first === '' ? [] : [first]
  return shown.flatMap((each) => describeRoundRules(each).map((text) => `${each.name}: ${text}`))
}

/** What is special about a round; empty where the best play on every chart counts. */
function describeRoundRules({ attempts, counted: best, cmod }: CompetitionPage['rounds'][number]): string[] {
  return [
    ...(attempts === 'first' ? ['Only the first attempt on each chart counts.'] : []),
    ...(best === null ? [] : [best === 1 ? 'Only the best chart counts.' : `The best ${best} charts count.`]),
    ...(cmod ? [] : ["CMod isn't allowed."]),
  ]
}

const orders = [
  ['round', 'Sort: Round'],
  ['gap', 'Sort: Smallest gap'],
  ['gain', 'Sort: Most points to gain'],
] as const
type Order = (typeof orders)[number][0]

/** Percentage points to the next place. */
const gapOf = ({ place }: Row) =>
  place?.next ? Number(place.next.score) - Number(place.score) : Number.POSITIVE_INFINITY

/** Points that the next place, or a first score, brings. */
const gainOf = ({ place, possible }: Row) => place?.next?.points ?? possible?.points ?? 0

const compareBy: Record<Order, (a: Row, b: Row) => number> = {
  round: () => 0,
  // The difference of two infinite gaps is not a number.
  gap: (a, b) => gapOf(a) - gapOf(b) || 0,
  gain: (a, b) => gainOf(b) - gainOf(a),
}

interface RowsProps {
  readonly rows: readonly Row[]
  /** Whether the viewer's places are loaded. */
  readonly known: boolean
}

/** Within the panel, whose width decides. */
function Rows({ rows, known }: RowsProps) {
  const visitor = useIsVisitor()
  return useWide(visitor ? minVisitorTable : undefined) ? (
    <ChartTable rows={rows} visitor={visitor} known={known} />
  ) : (
    <ul>
      {rows.map((row) => (
        <CardRow key={row.key} row={row} known={known} />
      ))}
    </ul>
  )
}

function ChartTable({ rows, visitor, known }: RowsProps & { readonly visitor: boolean }) {
  const hasLate = rows.some(({ place }) => place?.late)
  const showsPlayers = visitor || rows.every(({ isOver }) => isOver)
  return (
    <Table
      className="mid table-fixed"
      rows={rows}
      keyOf={({ key }) => key}
      to={({ chart }) => `/chart/${chart.hash}`}
      columns={[
        {
          head: 'Chart',
          cell: ({ chart }) => (
            <div className="flex min-w-0 items-center gap-3">
              <RowDifficulty chart={chart} />
              <Link to={`/chart/${chart.hash}`} className="block min-w-0">
                <span className="block truncate font-semibold leading-4">{titleOrUnknown(chart.title)}</span>
                <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
              </Link>
            </div>
          ),
        },
        !visitor && {
          head: 'My place',
          width: 'w-22',
          cellClass: ({ place }) => (place ? 'rk' : 'mute whitespace-nowrap'),
          cell: ({ place }) => (place ? `#${place.rank}` : known && 'Not played'),
        },
        !visitor && {
          head: 'Score',
          width: hasLate ? 'w-27' : 'w-21',
          className: 'num',
          cell: ({ place }) =>
            place && (
              <>
                {place.late && <LateMark />} <Score percent={place.score} />
              </>
            ),
        },
        !visitor && {
          head: 'Points',
          width: 'w-20',
          className: 'num',
          cellClass: 'font-semibold',
          cell: ({ place }) => place && <Points place={place} />,
        },
        {
          head: showsPlayers ? 'Played by' : 'Next place',
          width: showsPlayers ? 'w-28' : 'w-58',
          className: 'num',
          cellClass: ({ place, isOver }) => (place && !isOver ? '' : 'mute'),
          cell: ({ chart, place, possible, participants, isOver }) =>
            place && !isOver ? (
              <Next place={place} />
            ) : possible ? (
              <PossiblePlace possible={possible} />
            ) : (
              playedBy(chart, participants, showsPlayers ? '' : ' played')
            ),
        },
      ]}
    />
  )
}

function CardRow({ row, known }: { row: Row; known: boolean }) {
  const { chart, place, possible, participants, isOver } = row
  const rowLink = useRowLink()
  return (
    <li
      {...rowLink(
        `/chart/${chart.hash}`,
        'grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-2 last:border-0',
      )}
    >
      <RowDifficulty chart={chart} />
      <Link to={`/chart/${chart.hash}`} className="hit block min-w-0">
        <span className="block truncate font-semibold leading-4">{titleOrUnknown(chart.title)}</span>
        <span className="mute line-clamp-2 text-xs">
          {place?.next && !isOver && 'Next: '}
          {place && !isOver ? (
            <Next place={place} />
          ) : possible ? (
            <PossiblePlace possible={possible} />
          ) : (
            artistOrUnknown(chart.artist)
          )}
        </span>
      </Link>
      <span className="text-right text-sm leading-4">
        {place ? (
          <>
            <span className="block">
              <b className="font-semibold">
                <Points place={place} />
              </b>{' '}
              <span className="mute text-xs">{place.points === 1 ? 'point' : 'points'}</span>
            </span>
            <span className="mute text-xs">
              {place.late && <LateMark />} <span className="rk">#{place.rank}</span> at {place.score}%
            </span>
          </>
        ) : (
          <span className="mute text-xs">
            {known ? 'Not played' : playedBy(chart, participants, ' played')}
          </span>
        )}
      </span>
    </li>
  )
}

/** What a score at the viewer's level would bring. */
function PossiblePlace({ possible: { rank, score, points } }: { possible: Possible }) {
  return (
    <span title={`${score}%, the median of your scores in this event, would bring this`}>
      <span className="rk">#{countText(rank)}</span> with {score}%, +{counted(points, 'point')}
    </span>
  )
}

/** In brackets where the total doesn't include them. */
function Points({ place: { points, counted: isCounted } }: { readonly place: Place }) {
  if (isCounted !== false) return countText(points)
  return (
    <span title="Not among the charts that count: others bring you more points">({countText(points)})</span>
  )
}

/** The next place that gives more points. */
function Next({ place: { rank, next } }: { place: Place }) {
  if (!next) return <span className="mute">{rank === 1 ? "You're first" : '–'}</span>
  return (
    <>
      <span className="rk mute">#{next.rank}</span> <span className="mute">with {next.score}%,</span>{' '}
      <span className="font-semibold">+{counted(next.points, 'point')}</span>
    </>
  )
}

function playedBy({ participants }: Chart, all: number, suffix: string): string {
  return all === 0 ? 'Nobody yet' : `${countText(participants)} of ${countText(all)}${suffix}`
}
