import { playerId } from '@stepledger/contracts/ids.ts'
import { z } from 'zod'

/** Parameters of a generated history. */
export const seeding = z.object({
  plays: z.int().min(1).max(100_000_000),
  charts: z.int().min(1).max(100_000),
  players: z.int().min(1).max(1_000_000),
  /** Number of plays on the hot chart. */
  hotChartPlays: z.int().min(0),
  /** Determines players and charts, and together with `after` the plays. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  /** The last assigned play id. */
  after: z.int().min(0),
  /** Time of receipt of the last play, ms since 1970. */
  until: z.int(),
  /** The competition that the plays are for: start, and rounds with the numbers of their charts. Ms since 1970. */
  event: z
    .object({
      start: z.int(),
      rounds: z.array(z.object({ end: z.int(), charts: z.array(z.int().min(0)).min(1) })).min(1),
    })
    .optional(),
  /** An existing account that takes the place of the first player; its key seals the plays. */
  account: z.object({ id: playerId, sealingKey: z.instanceof(Uint8Array) }).optional(),
})
export type Seeding = z.infer<typeof seeding>

/** Number of players that the account follows from the start: the most active ones. */
export const accountRivals = 3

/** Average interval between plays. */
const playIntervalMs = 60_000

/** Returns the start of the history, ms since 1970. */
export function beginningOf({
  until,
  plays,
  event: competition,
}: Pick<Seeding, 'until' | 'plays' | 'event'>): number {
  return competition ? competition.start : until - plays * playIntervalMs
}
