import { z } from 'zod'

/** What history is to be made of. */
export const seeding = z.object({
  plays: z.int().min(1).max(100_000_000),
  charts: z.int().min(1).max(100_000),
  players: z.int().min(1).max(1_000_000),
  /** This many of the plays are on one chart. */
  hotChartPlays: z.int().min(0),
  /** The same seed gives the same players and charts, and from the same first play on the same plays. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  /** The id below the first play. */
  after: z.int().min(0),
  /** When the last play was received, ms since 1970. */
  until: z.int(),
  /** Plays of an event: when it begins, and its rounds, whose charts are given by their numbers. Ms since 1970. */
  event: z
    .object({
      start: z.int(),
      rounds: z.array(z.object({ end: z.int(), charts: z.array(z.int().min(0)).min(1) })).min(1),
    })
    .optional(),
})
export type Seeding = z.infer<typeof seeding>

/** On the average a play a minute, so that more plays reach further back. */
const msAPlay = 60_000

/** When the first play was received, ms since 1970. */
export function beginningOf({
  until,
  plays,
  event: competition,
}: Pick<Seeding, 'until' | 'plays' | 'event'>): number {
  return competition ? competition.start : until - plays * msAPlay
}
