import type { BoardAtDay } from '@stepledger/contracts/http/board-history.ts'
import type { ReactNode } from 'react'
import { useRelations } from '../../sign-in/use-session.ts'
import { shareOfPage } from './board-scale.ts'
import { PlayerScoreRow, PlayerScores } from './player-scores.tsx'

type Entry = Omit<BoardAtDay['scores'][number], 'rankNow'>

interface Props<Row extends Entry> {
  readonly entries: readonly Row[]
  /** Heading of the column in place of the gap. */
  readonly label: string
  readonly otherRank: (entry: Row) => ReactNode
}

/** Entries of a board with a second rank: now, or among all players. */
export function RankedEntries<Row extends Entry>({ entries, label, otherRank }: Props<Row>) {
  const relationTo = useRelations()
  return (
    <PlayerScores ranked gap={{ label, onSwitch: null }}>
      {entries.map((row) => (
        <PlayerScoreRow
          key={row.userId}
          rank={row.rank}
          player={{ id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl }}
          relation={relationTo(row.userId)}
          grade={row.grade}
          score={row.score}
          track={{ share: shareOfPage(entries, row.score), gap: otherRank(row) }}
          playId={row.playId}
          at={row.date}
        />
      ))}
    </PlayerScores>
  )
}
