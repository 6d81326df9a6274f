import type { EntryAmong } from '@stepledger/contracts/http/country-boards.ts'
import { useRelations } from '../../../session/use-session.ts'
import { shareOfPage } from '../board-scale.ts'
import { OtherRank } from '../other-rank.tsx'
import { PlayerScoreRow, PlayerScores } from '../player-scores.tsx'

/** Entries of a board among some players, with their ranks among all. */
export function EntriesAmong({ entries }: { entries: readonly EntryAmong[] }) {
  const relationTo = useRelations()
  return (
    <PlayerScores ranked gap={{ label: 'Global', onSwitch: null }}>
      {entries.map((row) => (
        <PlayerScoreRow
          key={row.userId}
          rank={row.rank}
          player={{ id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl }}
          relation={relationTo(row.userId)}
          grade={row.grade}
          score={row.score}
          track={{
            share: shareOfPage(entries, row.score),
            gap: <OtherRank word="global" rank={row.rankOfAll} />,
          }}
          playId={row.playId}
          at={row.date}
        />
      ))}
    </PlayerScores>
  )
}
