import {
  type CompetitionDocument,
  newCompetitionDocument,
  roundCharts,
} from '@stepledger/contracts/competition/competition-document.ts'
import { type PointsFormula, pointsFormula } from '@stepledger/contracts/competition/points-formula.ts'
import { DateTime } from 'luxon'
import { z } from 'zod'
import { UsageError } from '../exit-codes.ts'
import { readJsonFile } from '../read-json-file.ts'

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Parses text such as 2026-12-07T18:00:00+01:00 to ms since 1970. A time zone is required.
 */
export const zonedTime = z.string().transform((text, context) => {
  const time = DateTime.fromISO(text)
  if (withZone.test(text) && time.isValid) return time.toMillis()
  context.addIssue({
    code: 'custom',
    message: 'must be a time with a time zone, such as 2026-12-07T18:00:00+01:00 or 2026-12-07T17:00:00Z',
  })
  return z.NEVER
})

/** Ms since 1970 in the same form. */
export function zonedText(ms: number): string {
  return new Date(ms).toISOString()
}

/** The file format of a competition: times are text with a time zone instead of ms. */
export const competitionFile = z
  .looseObject({ rounds: z.array(z.looseObject({ start: zonedTime, end: zonedTime })) })
  .transform((document): unknown => document)
  .pipe(newCompetitionDocument)

/** The document as `competitionFile` reads it again. */
export function fileOf(document: CompetitionDocument) {
  return {
    ...document,
    rounds: document.rounds.map((round) => ({
      ...round,
      start: zonedText(round.start),
      end: zonedText(round.end),
    })),
  }
}

/** Throws UsageError, which names the field that is wrong. */
export function readCompetitionFile(path: string): Promise<CompetitionDocument> {
  return readAs(path, competitionFile, 'no event')
}

/** Throws UsageError, which names the field that is wrong. */
export function readPointsFile(path: string): Promise<PointsFormula> {
  return readAs(path, pointsFormula, 'no points formula')
}

/** The given chart hashes, or those in the given file. Throws UsageError. */
export async function readCharts(given: readonly string[]): Promise<string[]> {
  const [first] = given
  if (first !== undefined && given.length === 1 && !/^[0-9a-f]{16}$/.test(first))
    return readAs(first, roundCharts, 'no list of charts')
  return checked('The charts are not as they should be', roundCharts, given)
}

async function readAs<T extends z.ZodType>(path: string, schema: T, what: string): Promise<z.output<T>> {
  return checked(`${path} holds ${what}`, schema, await readJsonFile(path))
}

/** Throws UsageError: `what` is wrong, then which field, and why. */
export function checked<T extends z.ZodType>(what: string, schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new UsageError(`${what}:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
