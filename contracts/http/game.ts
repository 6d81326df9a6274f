import { z } from 'zod'
import { chartHash, numericId, playerId } from '../ids.ts'
import { isRecord } from '../is-record.ts'
import { positionText } from '../ledger/position.ts'
import { maxDepth } from '../play/clean-value.ts'
import { maxDropped, maxRestBytes, usualRowBytes } from '../play/kept-bytes.ts'
import { maxCount, maxExpectedRows, maxTextBytes, maxUnknown } from '../play/play-body.ts'
import { maxSentRows } from '../play/timing-rows.ts'
import { grade } from '../rules/grade-names.ts'
import { errorAnswer, route } from './route.ts'
import { boardName, boardReason, percent } from './shapes/score.ts'

const text = {
  type: 'string',
  description: `Stored up to ${maxTextBytes} bytes of UTF-8, displayed up to 500 characters`,
}
const counts = {
  type: 'array',
  prefixItems: [
    { type: 'integer', minimum: 0, maximum: maxCount, description: 'actual' },
    { type: 'integer', minimum: 0, maximum: maxCount, description: 'possible' },
  ],
  minItems: 2,
  maxItems: 2,
}
const points = {
  type: 'array',
  items: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
}

/**
 * OpenAPI schema of a play's body. `readPlayBody` validates it by hand, for speed, and accepts more: optional fields of
 * another type are stored as sent.
 */
const playBodySchema = {
  type: 'object',
  description: `A play as sent by the game. Unknown fields are stored, up to ${maxUnknown} fields, ${maxDepth} levels and ${maxRestBytes} bytes of JSON in total; the response lists dropped ones.`,
  required: ['hash', 'songName', 'artist', 'pack', 'stepartist', 'length', 'timingData', 'radar'],
  properties: {
    hash: { type: 'string', pattern: '^[0-9a-f]{16}$', description: 'The hash in the path' },
    songName: text,
    artist: text,
    pack: text,
    stepartist: text,
    length: { ...text, description: 'm:ss' },
    timingData: {
      type: 'array',
      minItems: 1,
      maxItems: maxSentRows,
      description: `One row for each judged row of the chart, in order of time: song seconds, then the offset in seconds (late positive) or "Miss". Further elements are stored; beyond an average of ${usualRowBytes} bytes per row they count towards the limit of unknown fields`,
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 9,
        prefixItems: [
          { type: 'number' },
          { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^Miss', maxLength: 100 }] },
        ],
      },
    },
    radar: {
      type: 'object',
      required: ['Holds', 'Mines', 'Rolls'],
      properties: { Holds: counts, Mines: { ...counts, description: 'Actual: dodged' }, Rolls: counts },
    },
    description: { type: 'string' },
    difficulty: { description: 'The meter, a number or a numeric text' },
    musicRate: { type: 'number', exclusiveMinimum: 0, description: '1 by default' },
    usedAutoplay: { type: 'boolean' },
    passed: { type: 'boolean' },
    lifeRanOut: {
      type: 'boolean',
      description: 'The life bar was empty at some moment, also if the song was passed because fail was off',
    },
    expectedRows: {
      type: 'integer',
      minimum: 1,
      maximum: maxExpectedRows,
      description:
        'Rows of the chart. Until a pack contains the chart, they give the maximum of a failed play, which ends before the last row',
    },
    lifebarInfo: points,
    npsInfo: { description: '{peakNPS, points: [{x, y}]}; an empty list is the same as none' },
    modifiers: { type: 'object' },
    pendingDate: {
      type: 'string',
      description: 'Time of play, YYYY-MM-DDTHH:MM:SS in the time zone of the player',
    },
    playKey: { type: 'string', description: 'Idempotency key, same as the header Idempotency-Key' },
    side: {
      enum: [1, 2],
      description: 'Player side of the machine; plays that differ only in it are distinct',
    },
    bodyVersion: { type: 'string', description: '1.0 by default' },
  },
} as const

/** Maximum size of a play's body, bytes. */
export const maxPlayBytes = 4 * 1024 * 1024

/**
 * The result of a play on one board. `rank`, `total`, `personalBest` and `delta` are absent if the play was not folded in
 * time. `delta`: difference in percentage points from the best earlier counting play; null for the first.
 */
const boardResult = z.object({
  type: boardName,
  id: z.int(),
  score: percent,
  grade,
  rank: z.int().optional(),
  total: z.int().optional(),
  personalBest: z.boolean().optional(),
  delta: z.string().nullable().optional(),
})
export type BoardResult = z.infer<typeof boardResult>

/**
 * `duplicate`: the play was submitted before, with this `playId`. `note`: a hint for the client. `dropped`: parts of the
 * body that are not stored; if there are more than `maxDropped`, the last entry states how many.
 */
export const submitAnswer = z.object({
  success: z.literal(true),
  playId: numericId,
  duplicate: z.boolean(),
  position: positionText,
  eligible: z.boolean(),
  reasons: z.array(boardReason),
  boards: z.array(boardResult),
  note: z.string().optional(),
  dropped: z
    .array(z.object({ field: z.string(), reason: z.string() }))
    .max(maxDropped)
    .optional(),
})
export type SubmitAnswer = z.infer<typeof submitAnswer>

export const submitPlay = route('submitPlay', 'POST /v1/chart/:hash/play', {
  access: 'game',
  summary:
    'Submit a play. Idempotent: a duplicate, by content or Idempotency-Key, gets the result of the first submission',
  params: z.object({ hash: chartHash }),
  body: z
    // Cheaper than z.record, which would visit every key before their number is limited.
    .custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object')
    .meta({ override: playBodySchema }),
  answer: submitAnswer,
  errors: [404, 413, 422, 503],
  bodyLimit: maxPlayBytes,
  grows: true,
  rate: 'play',
})

export const authCheck = route('authCheck', 'GET /v1/auth-check', {
  access: 'game',
  summary: 'Check an API key and get its player',
  answer: z.object({ message: z.literal('OK'), alias: z.string(), userId: z.string() }),
})

/** Maximum plays per request. */
export const maxBulkPlays = 50

/**
 * A queued play. Its fields correspond to the headers of a single request: `idempotencyKey` to Idempotency-Key, `userId`
 * to Stepledger-User, `age` (seconds) to Play-Age. The chart is the `hash` in the play.
 */
export const queuedPlay = z.object({
  idempotencyKey: z.string().optional(),
  userId: playerId.optional(),
  age: z.unknown().optional(),
  play: z.unknown(),
})

/** `retryAfter`: seconds, if a single request would have the header Retry-After. */
const playVerdict = z.object({
  status: z.int(),
  body: z.union([submitAnswer, errorAnswer]),
  retryAfter: z.int().positive().optional(),
})
export type PlayVerdict = z.infer<typeof playVerdict>

/** Only a description, because an invalid play does not fail the request but gets a verdict of its own. */
const queuedPlaySchema = {
  description:
    'An object. `play`: the body of a single request, with the chart in its `hash`. `idempotencyKey`, optional: same as the header Idempotency-Key. `userId`, optional: id of the player, as returned by auth-check; with the API key of another player the verdict is 403. `age`, optional: seconds since it was played.',
} as const

export const submitPlays = route('submitPlays', 'POST /v1/plays', {
  access: 'game',
  summary:
    'Submit queued plays. Each gets its own verdict, in the same order: status and body of a single request. A rejected play does not affect the others',
  body: z.object({
    plays: z
      .array(z.unknown().meta({ override: queuedPlaySchema }))
      .min(1)
      .max(maxBulkPlays),
  }),
  answer: z.object({ results: z.array(playVerdict) }),
  errors: [503],
  // The limit of a single play: fifty usual plays take 3.5 MB. Clients split larger queues.
  bodyLimit: maxPlayBytes,
  grows: true,
  rate: 'play',
})
