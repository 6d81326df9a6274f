import type { BoardAtDay } from '@stepledger/contracts/http/boards.ts'
import { useRelations } from '../../sign-in/use-session.ts'
import { countText } from '../../ui/count-text.ts'
import { shareOfPage } from './board-scale.ts'
import { PlayerScores } from './player-scores.tsx'

type Entry = Omit<BoardAtDay['scores'][number], 'rankNow'>

interface Props<Row extends Entry> {
  readonly entries: readonly Row[]
  /** Heading of the column in place of the gap. */
  readonly label: 'Now' | 'Global'
  /** The second rank of an entry; null: none. */
  readonly rankOf: (entry: Row) => number | null
}

/** Entries of a board with a second rank: now, or among all players. */
export function RankedEntries<Row extends Entry>({ entries, label, rankOf }: Props<Row>) {
  const relationTo = useRelations()
  // In wide panels the word is left to screen readers, as the column has it.
  const otherRank = (rank: number | null) => (
    <span className="whitespace-nowrap">
      <span className="@min-[44rem]/panel:sr-only">{label.toLowerCase()} </span>
      {rank === null ? '–' : `#${countText(rank)}`}
    </span>
  )
  return (
    <PlayerScores
      gap={label}
      scores={entries.map((row) => ({
        rank: row.rank,
        player: { id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl },
        relation: relationTo(row.userId),
        grade: row.grade,
        score: row.score,
        track: { share: shareOfPage(entries, row.score), gap: otherRank(rankOf(row)) },
        playId: row.playId,
        at: row.date,
      }))}
    />
  )
}
