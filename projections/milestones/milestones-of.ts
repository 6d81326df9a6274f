import type { Milestone } from '@stepledger/contracts/rules/milestone.ts'
import type { GenerationDb } from '../read-database.ts'
import { gradeStates, meterStates, packStates } from './by-charts.ts'
import { stepsStates } from './by-steps.ts'
import type { MilestoneState } from './goals.ts'

export type ReachedMilestone = MilestoneState & { readonly reached: NonNullable<MilestoneState['reached']> }

export interface MilestonesOfPlayer {
  /** Latest first; of one play in the order of the rules. */
  readonly reached: readonly ReachedMilestone[]
  /** Of each kind of milestone the nearest that is not reached; of equally near ones the first in the rules. */
  readonly next: readonly MilestoneState[]
}

/**
 * Returns the milestones that a player has reached with plays that are not withdrawn. The order in which plays were
 * received does not matter. The cost depends on the charts played and on the packs that have them, not on the number of plays.
 * `among`: of packs only those with one of these charts.
 */
export async function milestonesOf(
  generation: GenerationDb,
  player: string,
  { among = null }: { readonly among?: readonly string[] | null } = {},
): Promise<MilestonesOfPlayer> {
  const { milestones } = generation.rules
  if (milestones.length === 0) return { reached: [], next: [] }
  const kind = <Name extends Milestone['kind']>(name: Name) =>
    milestones.filter((each): each is Extract<Milestone, { kind: Name }> => each.kind === name)
  // In sequence, because a snapshot has one connection.
  const kinds = [
    await gradeStates(generation, player, kind('grade')),
    await meterStates(generation, player, kind('meter')),
    await stepsStates(generation, player, kind('steps')),
    await packStates(generation, player, kind('pack'), among),
  ]
  const nth = new Map(milestones.map(({ id }, i) => [id, i]))
  const inOrder = (a: MilestoneState, b: MilestoneState) =>
    (nth.get(a.id) ?? 0) - (nth.get(b.id) ?? 0) || subjectOf(a) - subjectOf(b)
  return {
    reached: kinds
      .flat()
      .filter((state): state is ReachedMilestone => state.reached !== null)
      .sort(
        (a, b) =>
          b.reached.playedAt - a.reached.playedAt || b.reached.playId - a.reached.playId || inOrder(a, b),
      ),
    next: kinds.flatMap((states) =>
      states
        .filter(({ reached }) => reached === null)
        .sort((a, b) => b.done / b.of - a.done / a.of || inOrder(a, b))
        .slice(0, 1),
    ),
  }
}

function subjectOf({ meter, pack }: MilestoneState): number {
  return meter ?? pack ?? 0
}
