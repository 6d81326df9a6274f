import type { ReachedMilestone } from '@stepledger/contracts/http/milestones.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../ui/lists/use-row-link.ts'
import { Time } from '../../ui/time.tsx'

const row = '-mb-px flex min-h-13 items-center gap-3 border-b border-line px-4 py-1.5'

/** Rows of milestones, in as many columns as the panel has room for. */
export function MilestoneRows({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-1 overflow-clip @min-[38rem]/panel:grid-cols-2 @min-[58rem]/panel:grid-cols-3">
      {children}
    </ul>
  )
}

export function ReachedRow({ milestone }: { milestone: ReachedMilestone }) {
  const rowLink = useRowLink()
  const { playId, chart, createdAt, meter, pack } = milestone
  const name = meter === null ? milestone.name : milestone.name.replace('of a meter', `of meter ${meter}`)
  return (
    <li {...rowLink(`/play/${playId}`, row)}>
      <Link className="hit min-w-0 flex-1" to={`/play/${playId}`}>
        <span className="block truncate text-sm font-semibold">{name}</span>
        <span className="mute block truncate text-xs">{pack?.name ?? titleOrUnknown(chart.title)}</span>
      </Link>
      <Time at={createdAt} format="day" className="mute text-xs whitespace-nowrap" />
    </li>
  )
}

/** Identifies a milestone of a player in a list. */
export function keyOfMilestone({ id, meter, pack }: Pick<ReachedMilestone, 'id' | 'meter' | 'pack'>): string {
  return `${id} ${meter} ${pack?.id}`
}
