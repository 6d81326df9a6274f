import { z } from 'zod'
import { cleanText, cleanValue, maxDepth } from './clean-value.ts'
import { cutToBytes, type Dropped, droppedFrom } from './kept-bytes.ts'
import { columnsOfRows, type TimingColumns } from './pack-rows.ts'
import { type Problem, readTimingRows } from './timing-rows.ts'

/** Limits of unknown fields: their number and the characters of a name. */
export const maxUnknown = 200
const maxName = 200
/** Limit of titles and other required texts, bytes of UTF-8; longer ones are cut. */
export const maxTextBytes = 4096
/** Limit of holds, mines or rolls of one chart; database columns hold no more. */
export const maxCount = 1_000_000_000
/** Limit of the rows that a client says its chart has; with four panels, packs allow as many. */
export const maxExpectedRows = 1_000_000
/** Limit of meters; larger ones are jokes that no filter supports. */
const maxMeter = 1_000_000

const must = (what: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : `must be ${what}`),
})

const text = z.string(must('a text'))
const count = z.int(must('a whole number')).min(0, 'must not be negative').max(maxCount, 'is too large')
const actualAndPossible = z.tuple([count, count], must('a list of two numbers: [actual, possible]'))

/**
 * An optional field: null if it is absent or `known` cannot parse it. It never causes an error, so no schema is run and
 * no issue created.
 */
const optional = <T>(known: (sent: unknown) => T | null) => z.unknown().optional().transform(known)

const optionalText = (limit: number) =>
  optional((sent) => (typeof sent === 'string' && sent.length <= limit ? sent : null))

const optionalFlag = optional((sent) => (typeof sent === 'boolean' ? sent : null))

/** `1.2` of `1.2` and `1.2.1`. */
const bodyVersion = optional((sent) =>
  typeof sent === 'string' ? (/^\d{1,4}\.\d{1,4}(?=\.|$)/.exec(sent)?.[0] ?? null) : null,
)

/** Parses a number or numeric text as an integer. */
const meter = optional((sent) => {
  const number = typeof sent === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(sent) ? Number(sent) : sent
  return typeof number === 'number' && Math.abs(number) <= maxMeter ? Math.floor(number) + 0 : null
})

/** The rows of the chart, by the client's count. */
const expectedRows = optional((sent) =>
  typeof sent === 'number' && Number.isInteger(sent) && sent > 0 && sent <= maxExpectedRows ? sent : null,
)

/** The player side of the machine. */
const side = optional((sent) => (sent === 1 || sent === 2 ? sent : null))

const rate = z.preprocess(
  (sent) => (typeof sent === 'number' ? sent : null),
  z.number().positive('must be above 0').nullable(),
)

/**
 * The known fields except the rows. Optional ones that are absent or of another type are null, and only stored as sent.
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
  lifeRanOut: optionalFlag,
  expectedRows,
  pendingDate: optionalText(40),
  playKey: optionalText(Number.POSITIVE_INFINITY),
  side,
  _arrowCloudBodyVersion: bodyVersion,
  bodyVersion,
})
type KnownFields = z.output<typeof knownFields>

/**
 * A valid body of a play. `sent`: every stored field but timingData, with texts cleaned and non-finite numbers null;
 * `rows`: its timingData; `dropped`: the parts beyond the limits.
 */
export interface PlayBody {
  readonly version: string
  readonly known: KnownFields
  readonly rows: TimingColumns
  readonly sent: Readonly<Record<string, unknown>>
  readonly dropped: readonly Dropped[]
}

type BodyOutcome =
  | { readonly ok: true; readonly body: PlayBody }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Parses a body as the game sends it, versions 1.0 to 1.4 and later ones; without a version, 1.0. Rejects a play only
 * if something required is missing or malformed or there are too many rows. Optional fields never cause an error, and
 * text, fields or depth beyond the limits are dropped. `chart`: the hash in the path.
 */
export function readPlayBody(body: Readonly<Record<string, unknown>>, chart: string): BodyOutcome {
  const { timingData, ...others } = body
  const { fields, dropped } = cleanFields(others)
  const problems: Problem[] = []

  const known = knownFields.safeParse(fields)
  if (!known.success) {
    for (const issue of known.error.issues)
      problems.push({ field: issue.path.join('.'), reason: issue.message })
  } else if (known.data.hash !== chart)
    problems.push({ field: 'hash', reason: `must equal the hash in the path, ${chart}` })

  let isCut = false
  const rows = columnsOf(timingData, () => {
    isCut = true
  })
  if (isCut) dropped.push(droppedFrom('timingData', tooDeep))
  if ('reason' in rows) problems.push(rows)
  if (!known.success || 'reason' in rows || problems.length > 0) return { ok: false, problems }

  const version = known.data._arrowCloudBodyVersion ?? known.data.bodyVersion ?? '1.0'
  return { ok: true, body: { version, known: known.data, rows, sent: fields, dropped } }
}

function columnsOf(timingData: unknown, onCut: () => void): TimingColumns | Problem {
  const rows = readTimingRows(timingData, onCut)
  return 'reason' in rows ? rows : columnsOfRows(rows)
}

/** Fields that existing clients send; they do not count as unknown. */
const knownNames: ReadonlySet<string> = new Set([
  ...Object.keys(knownFields.shape),
  'lifebarInfo',
  'npsInfo',
  'modifiers',
  'mods',
  'style',
  'worstWindow',
  'itgScore',
  'exScore',
  'grade',
  'failType',
  'judgmentCounts',
  'wasPending',
  '_engineName',
  '_engineVersion',
])
const boundedTexts: ReadonlySet<string> = new Set([
  'songName',
  'artist',
  'pack',
  'stepartist',
  'description',
  'length',
])

const tooDeep = `was cut: values are kept ${maxDepth} levels deep`

function cleanFields(body: Record<string, unknown>): { fields: Record<string, unknown>; dropped: Dropped[] } {
  const fields: [string, unknown][] = []
  const dropped: Dropped[] = []
  let unknown = 0
  for (const name of Object.keys(body)) {
    if (name === '__proto__') continue
    if (name.length > maxName) {
      dropped.push(droppedFrom(name, `was dropped: names have at most ${maxName} characters`))
      continue
    }
    if (!knownNames.has(name) && ++unknown > maxUnknown) {
      dropped.push(droppedFrom(name, `was dropped: at most ${maxUnknown} unknown fields are kept`))
      continue
    }
    let isCut = false
    const value = cleanValue(body[name], () => {
      isCut = true
    })
    if (isCut) dropped.push(droppedFrom(name, tooDeep))
    fields.push([cleanText(name), boundedTexts.has(name) ? withinLimit(name, value, dropped) : value])
  }
  return { fields: Object.fromEntries(fields), dropped }
}

function withinLimit(name: string, value: unknown, dropped: Dropped[]): unknown {
  if (typeof value !== 'string') return value
  const kept = cutToBytes(value, maxTextBytes)
  if (kept !== value) dropped.push(droppedFrom(name, `was cut: at most ${maxTextBytes} bytes of it are kept`))
  return kept
}
