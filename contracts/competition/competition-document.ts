import { z } from 'zod'
import { boardNames } from '../board-name.ts'
import { chartHash } from '../ids.ts'
import { pointsFormula } from './points-formula.ts'
import { posterColour } from './poster.ts'

/** The name of a competition in addresses and commands. */
export const competitionSlug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be of lower-case letters, digits and single hyphens')

/** Milliseconds since 1970. */
const time = z.int().min(0).max(8_640_000_000_000)

export const roundCharts = z
  .array(chartHash)
  .max(200)
  .refine((charts) => new Set(charts).size === charts.length, { message: 'a chart is named twice' })

/**
 * A round. Plays on its charts count if they were played from `start` (inclusive) to `end` (exclusive).
 * - attempts: the best play of a player on a chart counts, or only the first one that was received
 * - counted: the charts with the most points that make up a player's total; null: all of them
 * - cmod: plays with a constant scroll speed (CMod) count
 */
export const competitionRound = z
  .strictObject({
    name: z.string().trim().min(1).max(60),
    start: time,
    end: time,
    charts: roundCharts,
    attempts: z.enum(['best', 'first']).default('best'),
    counted: z.int().min(1).max(200).nullable().default(null),
    cmod: z.boolean().default(true),
  })
  .refine((round) => round.end > round.start, { path: ['end'], message: 'must be after the start' })
export type CompetitionRound = z.infer<typeof competitionRound>
export type RoundTimes = Pick<CompetitionRound, 'start' | 'end'>

/** Grace period after the end of a round in which its plays may still be submitted, seconds. */
export const competitionGrace = z
  .int()
  .min(0)
  .max(30 * 86_400)

/**
 * Who finds a competition and takes part. Its pages are public either way.
 * - everybody: it is in lists, and who plays takes part
 * - address: it is in no list, and who plays takes part
 * - invitation: it is in no list, and those take part who have its invitation link
 * - accepted: it is in lists, and those take part whom its organisers accept
 */
export const competitionAccess = z.enum(['everybody', 'address', 'invitation', 'accepted'])
export type CompetitionAccess = z.infer<typeof competitionAccess>

/** Whether who plays takes part, unless the player left. */
export function isOpen(access: CompetitionAccess): boolean {
  return access === 'everybody' || access === 'address'
}

/** Whether it is in lists, unless operators hide it. */
export function isInLists(access: CompetitionAccess): boolean {
  return access === 'everybody' || access === 'accepted'
}

/** The picture of a poster: SHA-256 of the stored JPEG, hex. */
export const posterPicture = z.string().regex(/^[0-9a-f]{64}$/, 'must be a picture that was uploaded')

/** Maximum plays that can be taken out of a competition. */
export const maxTakenOut = 500

/** Maximum co-organisers of a competition. */
export const maxOrganisers = 5

const competitionRounds = z
  .array(competitionRound)
  .min(1)
  .max(20)
  .refine((rounds) => rounds.every((round, i) => i === 0 || round.start >= (rounds[i - 1]?.end ?? 0)), {
    message: 'must follow each other without overlapping',
  })

/**
 * A competition, as a document in the ledger. Later events of the ledger change parts of it.
 * - failedPlaysCount: failed plays count, with grade F
 * - ties: equal scores share rank and points; the only rule so far
 * - shown: number of ranks on short boards
 * - boards: the scoring systems that rank the competition
 * - picture: on its poster; left out if it has none
 */
export const competitionDocument = z.strictObject({
  slug: competitionSlug,
  name: z.string().trim().min(1).max(80),
  announcement: z.string().trim().min(1).max(4_000),
  downloadUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable(),
  rounds: competitionRounds,
  failedPlaysCount: z.boolean(),
  grace: competitionGrace,
  points: pointsFormula,
  ties: z.literal('share'),
  shown: z.int().min(1).max(100),
  boards: z
    .array(z.enum(boardNames))
    .min(1)
    .refine((boards) => new Set(boards).size === boards.length, { message: 'a board is named twice' }),
  access: competitionAccess.default('everybody'),
  colour: posterColour.default('blue'),
  picture: posterPicture.optional(),
})
export type CompetitionDocument = z.infer<typeof competitionDocument>

/** Maximum days from the start of the first round to the end of the last: the totals of each day are stored. */
export const maxCompetitionDays = 366

/** A document that an operator may append. Documents of the ledger are read without this limit. */
export const newCompetitionDocument = competitionDocument.refine(
  (document) => lengthOf(document) <= maxCompetitionDays * 86_400_000,
  { path: ['rounds'], message: `must end within ${maxCompetitionDays} days of the first start` },
)

/** From the start of the first round to the end of the last, ms. */
export function lengthOf({ rounds }: { readonly rounds: readonly RoundTimes[] }): number {
  return (rounds.at(-1)?.end ?? 0) - (rounds[0]?.start ?? 0)
}

/** Start of the first round, end of the last round, and end of its grace period, ms since 1970. */
export function timesOf({ rounds, grace }: Pick<CompetitionDocument, 'rounds' | 'grace'>): {
  readonly start: number
  readonly end: number
  readonly closes: number
} {
  const [first] = rounds
  const last = rounds.at(-1)
  if (!first || !last) throw new Error('an event has no rounds')
  return { start: first.start, end: last.end, closes: last.end + grace * 1_000 }
}

/** The phase of a round or of a whole competition. `now`: ms since 1970. */
export function phaseOf(
  { start, end }: { readonly start: number; readonly end: number },
  now: number,
): 'before' | 'running' | 'over' {
  return now < start ? 'before' : now < end ? 'running' : 'over'
}
