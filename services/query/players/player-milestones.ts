import { maxReachedMilestones, type PlayerMilestones } from '@stepledger/contracts/http/milestones.ts'
import { milestonesOf } from '@stepledger/projections/milestones/milestones-of.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { describeMilestones } from './describe-milestones.ts'

interface Question {
  readonly id: string
}

interface Found extends Question {
  readonly milestones: PlayerMilestones
}

/** The milestones that a player has reached, and the next ones; null for an unknown player. */
export const playerMilestonesPage: Page<Question, Found, PlayerMilestones> = {
  async find({ generation }, { id }) {
    const { reached, next } = await milestonesOf(generation, id)
    const latest = reached.slice(0, maxReachedMilestones)
    const described = await describeMilestones(generation, { reached: latest, next })
    return { id, milestones: { ...described, total: reached.length } }
  },

  async show({ id, milestones }, { players }) {
    if (!(await players.lookUp([id])).has(id)) return null
    return {
      answer: milestones,
      // Any pack may be one that the player has played.
      tags: [tag.name(id), tag.packs, ...milestones.reached.map(({ chart }) => tag.title(chart.hash))],
    }
  },
}
