import type { getPlayerMilestones } from '@stepledger/contracts/http/milestones.ts'
import { maxReachedMilestones, type PlayerMilestones } from '@stepledger/contracts/http/milestones.ts'
import { milestonesOf } from '@stepledger/projections/milestones/milestones-of.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { describeMilestones } from './describe-milestones.ts'

/** The milestones that a player has reached, and the next ones; null for an unknown player. */
export const playerMilestonesPage: Page<QuestionOf<typeof getPlayerMilestones>, PlayerMilestones> = async (
  { generation },
  { id },
) => {
  const { reached, next } = await milestonesOf(generation, id)
  const latest = reached.slice(0, maxReachedMilestones)
  const described = await describeMilestones(generation, { reached: latest, next })
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    return {
      answer: { ...described, total: reached.length },
      // Any pack may be one that the player has played.
      tags: [tag.name(id), tag.packs, ...described.reached.map(({ chart }) => tag.title(chart.hash))],
    }
  }
}
