import { ActiveBoardToggle } from '../../parts/leaderboard/active-board.tsx'
import { RivalsList } from '../../parts/rivals/rivals-list.tsx'
import { PageHeading } from '../../ui/page.tsx'

export function RivalsPage() {
  return (
    <div className="min-h-dvh">
      <PageHeading aside={<ActiveBoardToggle />}>Rivals</PageHeading>
      <section className="panel" aria-label="Rivals">
        <RivalsList />
      </section>
    </div>
  )
}
