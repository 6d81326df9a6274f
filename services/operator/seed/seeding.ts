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
  /** Spreads the plays over this many days, a few hours of each; one play a minute without it. */
  days: z.int().min(1).max(3_660).optional(),
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

const playIntervalMs = 60_000

const dayMs = 86_400_000

/** The part of each day in which plays are, when they are spread over days. */
const partOfDay = 5 / 24

/** Returns the start of the history, ms since 1970. */
export function beginningOf({
  until,
  plays,
  days,
  event: competition,
}: Pick<Seeding, 'until' | 'plays' | 'days' | 'event'>): number {
  if (competition) return competition.start
  return until - (days === undefined ? plays * playIntervalMs : days * dayMs)
}

/** Returns when the nth play of a history is received, ms since 1970; from 0, ascending, the last one at `until`. */
export function timeOfPlay(
  seeding: Pick<Seeding, 'until' | 'plays' | 'days' | 'event'>,
  play: number,
): number {
  const { until, plays, days } = seeding
  const began = beginningOf(seeding)
  const even = began + Math.floor(((until - began) * (play + 1)) / plays)
  if (days === undefined) return even
  const before = until - even
  const intoDay = before % dayMs
  return until - (before - intoDay) - Math.floor(intoDay * partOfDay)
}
