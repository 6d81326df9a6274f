import {
  type CompetitionDocument,
  newCompetitionDocument,
  roundCharts,
} from '@stepledger/contracts/rules/competition-document.ts'
import { type PointsFormula, pointsFormula } from '@stepledger/contracts/rules/points-formula.ts'
import { z } from 'zod'
import { UsageError } from '../exit-codes.ts'
import { readJsonFile } from '../read-json-file.ts'
import { zonedText, zonedTime } from './zoned-time.ts'

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
