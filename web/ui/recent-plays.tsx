import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { FreshMark, type RowKey } from '../live/live-list.tsx'
import { entryOf, useActiveBoard } from '../parts/leaderboard/active-board.tsx'
import { useRelations } from '../sign-in/use-session.ts'
import { Banner } from './banner.tsx'
import { Difficulty, RowDifficulty } from './difficulty.tsx'
import { Time } from './format.tsx'
import { type Column, Table, useRowLink } from './lists/table.tsx'
import { PlayerName } from './player-name.tsx'
import { Grade, Score } from './score.tsx'
import { UnrankedTag } from './tag.tsx'
import { useWide } from './use-wide.ts'

interface Props {
  readonly plays: readonly RecentPlay[]
  readonly fresh?: ReadonlySet<RowKey>
  readonly timeLabel: 'Time' | 'Date'
  /** What stands beside the player of a row. */
  readonly beside?: (play: RecentPlay) => ReactNode
}

export function RecentPlays({ plays, fresh, timeLabel, beside }: Props) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const rows = playRowsOf(plays, board, fresh).map((row) => {
    const relation = relationTo(row.play.user.id)
    const player = (
      <>
        <PlayerName player={row.play.user} relation={relation} />
        {beside?.(row.play)}
      </>
    )
    return { ...row, player, className: `${relation ?? ''} ${row.className}` }
  })
  return (
    <PlayList
      rows={rows}
      when={({ isFresh, createdAt }) => (
        <>
          <FreshMark fresh={isFresh} />
          <Time at={createdAt} format="short" />
        </>
      )}
      foot={({ player, unranked }) => (
        <>
          {player}
          {unranked}
        </>
      )}
      columns={[
        // In a panel as wide as the page the player's column grows, not the chart's.
        chartColumn('@min-[58rem]/panel:w-[32rem]'),
        {
          head: 'Player',
          width: 'w-33 @min-[44rem]/panel:w-40 @min-[58rem]/panel:w-auto',
          cell: ({ player }) => player,
        },
        gradeColumn('w-13'),
        scoreColumn('w-20'),
        timeColumn('w-29', timeLabel),
      ]}
    />
  )
}

/** A play in a list: its score and grade on the shown board. */
export interface PlayRow {
  readonly chart: ChartSummary
  readonly playId: number
  readonly createdAt: string
  readonly score: string
  readonly grade: string
  readonly ranked: boolean
  /** Why it is unranked. */
  readonly unranked?: ReactNode
  readonly isFresh?: boolean
  /** `own`, `rival`, `arrive`. */
  readonly className?: string
}

/** The rows of the plays that are on a board. `fresh`: plays that arrived while the page was open. */
export function playRowsOf<Play extends RecentPlay>(
  plays: readonly Play[],
  board: BoardName,
  fresh?: ReadonlySet<RowKey>,
) {
  return plays.flatMap((play) => {
    const data = entryOf(play.leaderboards, board)?.data
    if (!data) return []
    const { chart, playId, createdAt, eligible } = play
    const isFresh = fresh?.has(playId) ?? false
    return {
      play,
      chart,
      playId,
      createdAt,
      score: data.score,
      grade: data.grade,
      ranked: eligible,
      unranked: <UnrankedTag play={play} />,
      isFresh,
      className: isFresh ? 'arrive' : '',
    }
  })
}

interface ListProps<Row extends PlayRow> {
  /** Null while loading. */
  readonly rows: readonly Row[] | null
  /** Of cards, next to the artist: a short time. */
  readonly when?: (row: Row) => ReactNode
  /** Of cards, below title and artist. */
  readonly foot: (row: Row) => ReactNode
  readonly columns: readonly Column<Row>[]
}

export function PlayList<Row extends PlayRow>({ rows, when, foot, columns }: ListProps<Row>) {
  const wide = useWide()
  if (!wide)
    return (
      <ul>
        {rows?.map((row) => (
          <PlayCard key={row.playId} row={row} when={when?.(row)} foot={foot(row)} />
        ))}
      </ul>
    )
  return (
    <Table
      rows={rows}
      keyOf={({ playId }) => playId}
      to={({ playId }) => `/play/${playId}`}
      rowClass={({ className = '' }) => className}
      columns={columns}
    />
  )
}

interface PlayCardProps {
  readonly row: PlayRow
  readonly when: ReactNode
  readonly foot: ReactNode
}

function PlayCard({ row, when, foot }: PlayCardProps) {
  const { chart, playId, score, grade, ranked, className = '' } = row
  const rowLink = useRowLink()
  return (
    <li {...rowLink(`/play/${playId}`, `cardrow grid-cols-[3.25rem_minmax(0,1fr)_auto] ${className}`)}>
      <div className="grid content-start justify-items-start gap-1">
        <Banner hash={chart.hash} source={chart} className="w-full" />
        <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
      </div>
      <div className="min-w-0">
        <Link to={`/chart/${chart.hash}`} className="hit block">
          <span className="block truncate font-semibold">{titleOrUnknown(chart.title)}</span>
        </Link>
        <div className="mute flex items-center gap-x-2 text-xs">
          <span className="min-w-0 truncate">{artistOrUnknown(chart.artist)}</span>
          {when !== undefined && <span className="inline-flex shrink-0 items-center gap-1.5">{when}</span>}
        </div>
        <div className="mt-1 flex min-h-5 min-w-0 items-center gap-x-2 text-sm">{foot}</div>
      </div>
      <div className="grid content-start justify-items-end">
        <Link to={`/play/${playId}`} className="hit text-lg leading-5">
          <Score percent={score} ranked={ranked} />
        </Link>
        <Grade grade={grade} ranked={ranked} />
      </div>
    </li>
  )
}

export const chartColumn = (width = ''): Column<PlayRow> => ({
  head: 'Chart',
  width,
  cell: ({ chart }) => <ChartCell chart={chart} />,
})

export const gradeColumn = (width: string): Column<PlayRow> => ({
  head: 'Grade',
  width,
  cell: ({ grade, ranked }) => <Grade grade={grade} ranked={ranked} />,
})

export const scoreColumn = (width: string): Column<PlayRow> => ({
  head: 'Score',
  width,
  className: 'num',
  cell: ({ playId, score, ranked, unranked }) => (
    <>
      <Link to={`/play/${playId}`} className="block">
        <Score percent={score} ranked={ranked} />
      </Link>
      {unranked}
    </>
  ),
})

export const timeColumn = (width: string, head: string, format?: 'short'): Column<PlayRow> => ({
  head,
  width,
  className: 'num',
  cellClass: 'mute text-xs',
  cell: ({ createdAt, isFresh = false }) => (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      <FreshMark fresh={isFresh} />
      <Time at={createdAt} format={format} />
    </span>
  ),
})

function ChartCell({ chart }: { chart: ChartSummary }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Banner hash={chart.hash} source={chart} />
      {(chart.difficulty !== null || chart.meter !== null) && <RowDifficulty chart={chart} />}
      <Link to={`/chart/${chart.hash}`} className="block min-w-0 flex-1">
        <span className="block truncate font-semibold" title={titleOrUnknown(chart.title)}>
          {titleOrUnknown(chart.title)}
        </span>
        <span className="mute block truncate text-xs">{artistOrUnknown(chart.artist)}</span>
      </Link>
    </div>
  )
}
