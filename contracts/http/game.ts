import { z } from 'zod'
import { chartHash, numericId } from '../ids.ts'
import { positionText } from '../ledger/position.ts'
import { maxDropped } from '../play/dropped.ts'
import { grade } from '../rules/grade.ts'
import { playBodySchema } from './play-body-schema.ts'
import { noBody, nothing, route } from './route.ts'
import { boardName, boardReason, percent } from './shapes/score.ts'

/** A play's body is at most this many bytes. */
export const maxPlayBytes = 4 * 1024 * 1024

/**
 * How a play did on one board. `rank`, `total` and `delta` are there when the read model held the play in time;
 * `delta`: percent points against the best earlier counting play, null on a first one.
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
 * `duplicate`: we had this play already, and `playId` is the one it has had since. `note`: something the client should
 * know. `dropped`: which parts of the body are not kept, and why; at most 20 entries, of which the last one then says
 * how many more there are.
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

/** A record of zod's would look at every key, and that before anybody has counted them. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const submitPlay = route({
  name: 'submitPlay',
  method: 'POST',
  path: '/v1/chart/:hash/play',
  access: 'game',
  summary:
    'Send a play. The same play again, by content or by Idempotency-Key, is answered with the first one',
  params: z.object({ hash: chartHash }),
  query: nothing,
  body: z
    .custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object')
    .meta({ override: playBodySchema }),
  answer: submitAnswer,
  errors: [404, 413, 422, 503],
  bodyLimit: maxPlayBytes,
  grows: true,
  rate: 'play',
})

export const authCheck = route({
  name: 'authCheck',
  method: 'GET',
  path: '/v1/auth-check',
  access: 'game',
  summary: 'Whether the key opens the door, and whose it is',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ message: z.literal('OK'), alias: z.string(), userId: z.string() }),
})
