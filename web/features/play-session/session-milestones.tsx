import type { ReachedMilestone } from '@stepledger/contracts/http/milestones.ts'
import { keyOfMilestone, MilestoneRows, ReachedRow } from '../../milestones/milestone-rows.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The milestones that plays of a session reached; nothing without any. */
export function SessionMilestones({ milestones }: { milestones: readonly ReachedMilestone[] }) {
  if (milestones.length === 0) return null
  return (
    <Panel title="Milestones">
      <MilestoneRows>
        {milestones.map((milestone) => (
          <ReachedRow key={keyOfMilestone(milestone)} milestone={milestone} />
        ))}
      </MilestoneRows>
    </Panel>
  )
}
