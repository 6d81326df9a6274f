import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { entryOf } from '../../leaderboard/board-name.ts'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { JudgmentsCard } from './judgments-card.tsx'
import { SummaryCard } from './summary-card.tsx'
import { TimingPanel } from './timing/timing-panel.tsx'

/** A play that is there, as the active leaderboard sees it. */
export function PlayView({ play }: { play: Play }) {
  const [board, chooseBoard] = useActiveBoard()
  const entry = entryOf(play.leaderboards, board) ?? play.leaderboards[0]
  if (!entry)
    return <ErrorBanner text="Failed to load play" detail="It came without a score in any system." />
  const mostJudgments = Math.max(...play.leaderboards.map(({ data }) => data.judgmentsOrdered.length))
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <SummaryCard play={play} entry={entry} board={board} onChooseBoard={chooseBoard} />
        <JudgmentsCard data={entry.data} rows={mostJudgments} />
      </div>
      <TimingPanel play={play} windows={entry.data.windows} />
    </>
  )
}
