import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { PlayerGrades } from '@stepledger/contracts/http/player-home.ts'
import type { ProfilePlay } from '@stepledger/contracts/http/players.ts'
import { useMemo } from 'react'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { HeldScores } from '../../live/live-list.tsx'
import { useArrivals } from '../../live/use-arrivals.ts'
import { LeaderboardToggle } from '../../ui/leaderboard-toggle.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BestScores } from './best-scores.tsx'
import { GradeStrip } from './grade-strip.tsx'
import { type RecentProps, RecentScores } from './recent-scores.tsx'
import type { ScoresTab } from './scores-tab.ts'
import { Tabs } from './tabs.tsx'
import { useScoresView } from './use-scores-view.ts'

const titles: Readonly<Record<ScoresTab, string>> = {
  recent: 'Recent Scores',
  best: 'Best Scores',
  firsts: 'First Places',
}

const keyOf = (play: ProfilePlay) => play.playId

interface Props extends RecentProps {
  readonly playerId: string
  readonly plays: readonly ProfilePlay[]
  /** Null while they could not be loaded. */
  readonly grades: PlayerGrades['grades'] | null
}

/** The player's scores: recent plays, updated live, bests by chart, or first places. */
export function ScoresPanel({ playerId, plays, meta, grades, filters, onChange, ...recent }: Props) {
  const [board, chooseBoard] = useActiveBoard()
  const [view, changeView] = useScoresView()
  const rows = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const list = JSON.stringify([{ ...filters, page: meta.page }, board, recent.loading, view.tab])
  const arrivals = useArrivals(list, rows, keyOf)
  const choose = (next: BoardName) => {
    chooseBoard(next)
    if (filters.page !== 1) onChange({ page: 1 })
  }
  return (
    <Panel
      title={titles[view.tab]}
      area={arrivals.area}
      aside={
        <>
          {view.tab === 'recent' && <HeldScores arrivals={arrivals} />}
          <Tabs value={view.tab} onChange={(tab) => changeView({ tab })} />
          <LeaderboardToggle value={board} onChange={choose} />
        </>
      }
    >
      {grades && (
        <GradeStrip grades={grades} chosen={view.grade} onChoose={(grade) => changeView({ grade })} />
      )}
      {view.tab === 'recent' ? (
        <RecentScores
          arrivals={arrivals}
          board={board}
          meta={meta}
          filters={filters}
          onChange={onChange}
          {...recent}
        />
      ) : (
        <BestScores
          playerId={playerId}
          board={board}
          view={view}
          onView={changeView}
          filters={filters}
          onChange={onChange}
        />
      )}
    </Panel>
  )
}
