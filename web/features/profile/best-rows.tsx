import type { PlayerBest } from '@stepledger/contracts/http/player-home.ts'
import { Link } from 'react-router-dom'
import { ChartCell } from '../../ui/chart-cell.tsx'
import { counted, countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { PlayCard } from '../../ui/play-card.tsx'
import { Grade, Score } from '../../ui/score.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'

/** One row a chart, as a table or as cards. `bests`: null while loading. */
export function BestRows({ bests }: { bests: readonly PlayerBest[] | null }) {
  const wide = useWide()
  if (!wide)
    return (
      <ul>
        {bests?.map(({ chart, playId, score, grade, rank, rankBefore, createdAt }) => (
          <PlayCard
            key={chart.hash}
            chart={chart}
            playId={playId}
            score={score}
            grade={grade}
            ranked={rank !== null}
            foot={
              <>
                <PlaceChange rank={rank} before={rankBefore} />
                <Time at={createdAt} format="short" className="mute text-xs" />
              </>
            }
          />
        ))}
      </ul>
    )
  return (
    <Table
      rows={bests}
      keyOf={({ chart }) => chart.hash}
      to={({ playId }) => `/play/${playId}`}
      columns={[
        { head: 'Chart', cell: ({ chart }) => <ChartCell chart={chart} /> },
        {
          head: 'Place',
          width: 'w-28',
          cell: ({ rank, rankBefore }) => <PlaceChange rank={rank} before={rankBefore} />,
        },
        {
          head: 'Grade',
          width: 'w-20',
          cell: ({ grade, rank }) => <Grade grade={grade} ranked={rank !== null} />,
        },
        {
          head: 'Score',
          width: 'w-24',
          className: 'num',
          cell: ({ playId, score, rank }) => (
            <Link to={`/play/${playId}`} className="block">
              <Score percent={score} ranked={rank !== null} />
            </Link>
          ),
        },
        {
          head: 'Date',
          width: 'w-28',
          className: 'num',
          cellClass: 'mute text-xs',
          cell: ({ createdAt }) => <Time at={createdAt} format="short" />,
        },
      ]}
    />
  )
}

interface Props {
  /** Null where the best was failed. */
  readonly rank: number | null
  /** The place seven days ago; null without one. */
  readonly before: number | null
}

/** A place, and by how much it moved within seven days. */
function PlaceChange({ rank, before }: Props) {
  if (rank === null) return <span className="mute">-</span>
  const places = before === null ? 0 : before - rank
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="font-semibold">#{countText(rank)}</span>
      {places !== 0 && (
        <span className="mute inline-flex items-center text-xs" title={titleOf(places)}>
          <Icon name="up" className={`size-3 ${places < 0 ? 'rotate-180' : ''}`} />
          <span aria-hidden="true">{Math.abs(places)}</span>
          <span className="sr-only">{titleOf(places)}</span>
        </span>
      )}
    </span>
  )
}

function titleOf(places: number): string {
  return `${places > 0 ? 'Up' : 'Down'} ${counted(Math.abs(places), 'place')} in seven days`
}
