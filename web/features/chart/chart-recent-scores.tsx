import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { FreshMark } from '../../live/live-list.tsx'
import { LiveScoresPanel } from '../../live/live-scores-panel.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { UnrankedTag } from '../../ui/unranked-tag.tsx'
import { PlayerScoreRow, PlayerScores } from './player-scores.tsx'

interface Props {
  readonly hash: string
  readonly plays: readonly RecentPlay[]
}

export function ChartRecentScores({ hash, plays }: Props) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  return (
    <LiveScoresPanel list={hash} plays={plays} empty="No recent scores">
      {(rows, freshPlays) => (
        <PlayerScores ranked={false}>
          {rows.map((play) => {
            const data = entryOf(play.leaderboards, board)?.data
            if (!data) return null
            const fresh = freshPlays.has(play.playId)
            return (
              <PlayerScoreRow
                key={play.playId}
                player={play.user}
                relation={relationTo(play.user.id)}
                grade={data.grade}
                score={data.score}
                {...(play.eligible ? {} : { unranked: <UnrankedTag play={play} /> })}
                playId={play.playId}
                at={play.createdAt}
                mark={<FreshMark fresh={fresh} />}
                arriving={fresh}
              />
            )
          })}
        </PlayerScores>
      )}
    </LiveScoresPanel>
  )
}
