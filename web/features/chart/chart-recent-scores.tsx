import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { FreshMark } from '../../live/live-list.tsx'
import { LiveScoresPanel } from '../../live/live-scores-panel.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { playRowsOf } from '../../ui/play-cells.tsx'
import { UnrankedTag } from '../../ui/unranked-tag.tsx'
import { PlayerScores } from './player-scores.tsx'

interface Props {
  readonly hash: string
  readonly plays: readonly RecentPlay[]
}

export function ChartRecentScores({ hash, plays }: Props) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  return (
    <LiveScoresPanel list={hash} plays={plays} empty="No recent scores">
      {(rows, fresh) => (
        <PlayerScores
          scores={playRowsOf(rows, board, fresh).map(({ play, data, isFresh }) => ({
            player: play.user,
            relation: relationTo(play.user.id),
            grade: data.grade,
            score: data.score,
            ...(play.eligible ? {} : { unranked: <UnrankedTag play={play} /> }),
            playId: play.playId,
            at: play.createdAt,
            mark: <FreshMark fresh={isFresh} />,
            arriving: isFresh,
          }))}
        />
      )}
    </LiveScoresPanel>
  )
}
