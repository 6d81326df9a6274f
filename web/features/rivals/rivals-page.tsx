import { RivalsList } from '../../parts/rivals/rivals-list.tsx'
import { ActiveBoardToggle } from '../../ui/leaderboard-toggle.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

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
