import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { type ReactNode, useMemo } from 'react'
import { entryOf } from '../../leaderboard/board-name.ts'
import { FreshMark, HeldScores, LiveList } from '../../live/live-list.tsx'
import { useArrivals } from '../../live/use-arrivals.ts'
import { useRelations } from '../../sign-in/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnrankedTag } from '../../ui/unranked-tag.tsx'
import { PlayerScoreRow, PlayerScores } from './player-scores.tsx'

const keyOf = (play: RecentPlay) => play.playId

interface Props {
  readonly hash: string
  readonly plays: readonly RecentPlay[]
  readonly board: BoardName
  /** The leaderboard toggle. */
  readonly toggle: ReactNode
}

/** The chart's latest plays, updated live; held-back plays are offered by a button in the panel's head. */
export function ChartRecentScores({ hash, plays, board, toggle }: Props) {
  const relationTo = useRelations()
  const onBoard = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const arrivals = useArrivals(hash, onBoard, keyOf)
  return (
    <Panel
      title="Recent Scores"
      area={arrivals.area}
      aside={
        <>
          <HeldScores arrivals={arrivals} />
          {toggle}
        </>
      }
    >
      <LiveList arrivals={arrivals}>
        {arrivals.rows.length === 0 ? (
          <Empty title="No recent scores" />
        ) : (
          <PlayerScores ranked={false}>
            {arrivals.rows.map((play) => {
              const data = entryOf(play.leaderboards, board)?.data
              if (!data) return null
              const fresh = arrivals.fresh.has(play.playId)
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
      </LiveList>
    </Panel>
  )
}
