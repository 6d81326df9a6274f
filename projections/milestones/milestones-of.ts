import type { Milestone } from '@stepledger/contracts/rules/milestone.ts'
import type { GenerationDb } from '../read-database.ts'
import { gradeStates, meterStates, packStates } from './by-charts.ts'
import { stepsStates } from './by-steps.ts'
import { hasMilestones } from './kept-since.ts'
import type { MilestoneState } from './milestone-state.ts'

/** A milestone that a player has reached. */
export type ReachedMilestone = MilestoneState & { readonly reached: NonNullable<MilestoneState['reached']> }

export interface MilestonesOfPlayer {
  /** Latest first. */
  readonly reached: readonly ReachedMilestone[]
  /** In the order of the rules: of each milestone that is next, the meter or pack that is nearest. */
  readonly next: readonly MilestoneState[]
}

/**
 * Returns the milestones of a player: what a fold of the plays that are not withdrawn gives, whatever the order in which
 * they were received. The cost depends on the charts played and on the packs that have them, not on the number of plays.
 * None while the generation is of older code.
 */
export async function milestonesOf(generation: GenerationDb, player: string): Promise<MilestonesOfPlayer> {
  const { milestones } = generation.rules
  if (!hasMilestones(generation) || milestones.length === 0) return { reached: [], next: [] }
  const kind = <Name extends Milestone['kind']>(name: Name) =>
    milestones.filter((each): each is Extract<Milestone, { kind: Name }> => each.kind === name)
  // In sequence, because a snapshot has one connection.
  const states = [
    ...(await gradeStates(generation, player, kind('grade'))),
    ...(await meterStates(generation, player, kind('meter'))),
    ...(await stepsStates(generation, player, kind('steps'))),
    ...(await packStates(generation, player, kind('pack'))),
  ]
  const reached = states
    .filter((state): state is ReachedMilestone => state.reached !== null)
    .sort((a, b) => b.reached.playedAt - a.reached.playedAt || b.reached.playId - a.reached.playId)
  return { reached, next: nextOf(milestones, states) }
}

/** Of grades and steps the first that is not reached; of milestones for each meter or pack the nearest of each. */
function nextOf(milestones: readonly Milestone[], states: readonly MilestoneState[]): MilestoneState[] {
  const shown = new Set<Milestone['kind']>()
  return milestones.flatMap(({ id, kind }) => {
    const [nearest] = states
      .filter((state) => state.id === id && state.reached === null)
      .sort((a, b) => b.done / b.of - a.done / a.of || subjectOf(a) - subjectOf(b))
    if (!nearest || shown.has(kind)) return []
    if (kind === 'grade' || kind === 'steps') shown.add(kind)
    return [nearest]
  })
}

function subjectOf({ meter, pack }: MilestoneState): number {
  return meter ?? pack ?? 0
}
