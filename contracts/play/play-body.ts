import { z } from 'zod'
import { cleanText, cleanValue, NestedTooDeepError } from './clean-value.ts'
import type { TimingRow } from './pack-rows.ts'
import { type Problem, readTimingRows } from './timing-rows.ts'

/** A body has at most this many fields of its own, and the name of one has at most this many characters. */
const maxFields = 200
const maxName = 200
/** Holds, mines or rolls of one chart; no database of ours counts further. */
const maxCount = 1_000_000_000
/** Meters beyond this are jokes that no filter can hold. */
const maxMeter = 1_000_000

const must = (what: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : `must be ${what}`),
})

/** Of any length: a play is not lost for a long title. It is cut where it is shown. */
const text = z.string(must('a text'))
const count = z.int(must('a whole number')).min(0, 'must not be negative').max(maxCount, 'is too large')
const actualAndPossible = z.tuple([count, count], must('a list of two numbers: [actual, possible]'))

/**
 * An optional field: null when it is absent or not what `known` can read. It is never to blame, so no schema is asked
 * and no issue made.
 */
const optional = <T>(known: (sent: unknown) => T | null) => z.unknown().optional().transform(known)

const optionalText = (limit: number) =>
  optional((sent) => (typeof sent === 'string' && sent.length <= limit ? sent : null))

const optionalFlag = optional((sent) => (typeof sent === 'boolean' ? sent : null))

/** `1.2` of `1.2` and `1.2.1`. */
const bodyVersion = optional((sent) =>
  typeof sent === 'string' ? (/^\d{1,4}\.\d{1,4}(?=\.|$)/.exec(sent)?.[0] ?? null) : null,
)

/** The number, or the number in the text, as a whole one. */
const meter = optional((sent) => {
  const number = typeof sent === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(sent) ? Number(sent) : sent
  return typeof number === 'number' && Math.abs(number) <= maxMeter ? Math.floor(number) + 0 : null
})

const rate = z.preprocess(
  (sent) => (typeof sent === 'number' ? sent : null),
  z.number().positive('must be above 0').nullable(),
)

/**
 * The fields that we know, but the rows. Absent, or not of their type, the optional ones are null and only kept as
 * sent.
 */
const knownFields = z.object({
  hash: z.string(must('a text')),
  songName: text,
  artist: text,
  pack: text,
  stepartist: text,
  description: optionalText(Number.POSITIVE_INFINITY),
  length: text,
  difficulty: meter,
  radar: z.object(
    { Holds: actualAndPossible, Mines: actualAndPossible, Rolls: actualAndPossible },
    must('an object with Holds, Mines and Rolls'),
  ),
  musicRate: rate,
  usedAutoplay: optionalFlag,
  passed: optionalFlag,
  pendingDate: optionalText(40),
  playKey: optionalText(Number.POSITIVE_INFINITY),
  _arrowCloudBodyVersion: bodyVersion,
  bodyVersion,
})
export type KnownFields = z.output<typeof knownFields>

/**
 * A well-formed body of a play. `sent`: every field as it is kept, texts cleaned and non-finite numbers null; `rows`:
 * its timingData.
 */
export interface PlayBody {
  readonly version: string
  readonly known: KnownFields
  readonly rows: readonly TimingRow[]
  readonly sent: Readonly<Record<string, unknown>>
}

export type BodyOutcome =
  | { readonly ok: true; readonly body: PlayBody }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Reads a body as the game sends it, versions 1.0 to 1.4 and later ones; none given means 1.0. A play is refused only
 * when something required is missing or malformed or a limit is passed, never for an optional field. `chart`: the hash
 * in the path.
 */
export function readPlayBody(body: Readonly<Record<string, unknown>>, chart: string): BodyOutcome {
  const { timingData, ...others } = body
  const cleaned = cleanFields(others)
  if ('problems' in cleaned) return { ok: false, problems: cleaned.problems }
  const problems: Problem[] = []

  const known = knownFields.safeParse(cleaned.fields)
  if (!known.success) {
    for (const issue of known.error.issues)
      problems.push({ field: issue.path.join('.'), reason: issue.message })
  } else if (known.data.hash !== chart)
    problems.push({ field: 'hash', reason: `must equal the hash in the path, ${chart}` })

  const rows = readTimingRows(timingData)
  if ('reason' in rows) problems.push(rows)
  if (!known.success || 'reason' in rows || problems.length > 0) return { ok: false, problems }

  const version = known.data._arrowCloudBodyVersion ?? known.data.bodyVersion ?? '1.0'
  const sent = { ...cleaned.fields, timingData: rows }
  return { ok: true, body: { version, known: known.data, rows, sent } }
}

function cleanFields(
  body: Record<string, unknown>,
): { fields: Record<string, unknown> } | { problems: Problem[] } {
  const names = Object.keys(body)
  if (names.length > maxFields)
    return { problems: [{ field: 'body', reason: `must have at most ${maxFields} fields` }] }
  const fields: [string, unknown][] = []
  for (const name of names) {
    if (name.length > maxName)
      return {
        problems: [{ field: name.slice(0, 40), reason: `must have a name of at most ${maxName} characters` }],
      }
    if (name === '__proto__') continue
    try {
      fields.push([cleanText(name), cleanValue(body[name])])
    } catch (error) {
      if (error instanceof NestedTooDeepError) return { problems: [{ field: name, reason: error.message }] }
      throw error
    }
  }
  return { fields: Object.fromEntries(fields) }
}
