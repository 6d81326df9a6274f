import { z } from 'zod'
import { chartHash, numericId } from '../ids.ts'
import { isRecord } from '../is-record.ts'
import { positionText } from '../ledger/position.ts'
import { maxDropped } from '../play/dropped.ts'
import { grade } from '../rules/grade.ts'
import { playBodySchema } from './play-body-schema.ts'
import { route } from './route.ts'
import { boardName, boardReason, percent } from './shapes/score.ts'

/** Maximum size of a play's body, bytes. */
export const maxPlayBytes = 4 * 1024 * 1024

/**
 * The result of a play on one board. `rank`, `total`, `personalBest` and `delta` are absent if the play was not folded in
 * time. `delta`: difference in percentage points from the best earlier counting play; null for the first.
 */
export const boardResult = z.object({
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
