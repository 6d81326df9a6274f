import type { Generation } from './generation.ts'

/**
 * The first version of the folding code (code-version.ts) whose generations have each of these. After an update, reads
 * of the older generation do without them until the next one is live.
 */
export const featureVersions = {
  /** `pack_news`. */
  packNews: 12,
  /** The tables of `standings` in their current form. */
  standings: 12,
  /** `chart_sources`, `charts.played`, `simfile_charts.accepted`. */
  sources: 14,
  /** `changed_by` of the lists of charts and songs. */
  trackedChanges: 14,
  /** The tables of `records` and `activity`. */
  records: 16,
  /** `plays.wipe`. */
  wipes: 17,
  /** `passings`. */
  passings: 18,
  /** `goals_reached`, and steps by period. */
  milestones: 19,
  /** `event_days.ranks`. */
  dailyRanks: 20,
  /** `plays.withdrawn_by` and `withdrawal_reason`. */
  withdrawalReasons: 20,
  /** `event_states`. */
  pastStates: 20,
} as const

export type GenerationFeature = keyof typeof featureVersions

export function hasFeature(
  { codeVersion }: Pick<Generation, 'codeVersion'>,
  feature: GenerationFeature,
): boolean {
  return codeVersion >= featureVersions[feature]
}
