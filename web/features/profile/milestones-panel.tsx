import type { PlayerMilestones } from '@stepledger/contracts/http/milestones.ts'
import { useState } from 'react'
import { keyOfMilestone, MilestoneRows, NextRow, ReachedRow } from '../../parts/milestones/milestone-rows.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Milestones shown before the list is extended. */
const shownAtFirst = 6

/** The milestones of a player, latest first, and the next ones; nothing if the rules have none. */
export function MilestonesPanel({ milestones: { reached, total, next } }: { milestones: PlayerMilestones }) {
  const [all, setAll] = useState(false)
  if (reached.length === 0 && next.length === 0) return null
  const shown = all ? reached : reached.slice(0, shownAtFirst)
  return (
    <Panel title="Milestones" aside={total > 0 && `${total} reached`}>
      {shown.length === 0 ? (
        <p className="mute pad border-b border-line text-sm">No milestones yet.</p>
      ) : (
        <MilestoneRows>
          {shown.map((milestone) => (
            <ReachedRow key={keyOfMilestone(milestone)} milestone={milestone} />
          ))}
        </MilestoneRows>
      )}
      {reached.length > shownAtFirst && (
        <div className="border-t border-line px-4 py-2">
          <button
            type="button"
            className="link hit cursor-pointer text-sm"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? 'Show fewer' : `Show all ${reached.length}`}
          </button>
        </div>
      )}
      {next.length > 0 && (
        <>
          <h3 className="mute border-y border-line px-4 py-2 text-xs">Next</h3>
          <MilestoneRows>
            {next.map((milestone) => (
              <NextRow key={keyOfMilestone(milestone)} milestone={milestone} />
            ))}
          </MilestoneRows>
        </>
      )}
    </Panel>
  )
}
