import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { Leaderboard } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import { useRelations } from '../../session/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { PlayerScoreRow, PlayerScores } from './player-scores.tsx'

interface Props {
  readonly boards: readonly Leaderboard[]
  readonly board: BoardName
}

/** A page of the chosen board. Ranks change without any motion. */
export function Board({ boards, board }: Props) {
  const relationTo = useRelations()
  const shown = boards.find(({ type }) => boardFrom(type) === board)
  if (!shown || shown.total === 0) {
    return <Empty title="No scores yet" text="Be the first to set a score on this chart!" />
  }
  return (
    <>
      <PlayerScores ranked>
        {shown.scores.map((row) => (
          <PlayerScoreRow
            key={row.userId}
            rank={row.rank}
            player={{ id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl }}
            relation={relationTo(row.userId)}
            grade={row.grade}
            score={row.score}
            playId={row.playId}
            at={row.date}
            format="day"
          />
        ))}
      </PlayerScores>
      <Pagination
        page={shown.page}
        perPage={shown.perPage}
        total={shown.total}
        totalPages={shown.totalPages}
      />
    </>
  )
}
