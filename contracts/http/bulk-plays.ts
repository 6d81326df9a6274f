import { z } from 'zod'
import { playerId } from '../ids.ts'
import { maxPlayBytes, submitAnswer } from './game.ts'
import { errorAnswer, nothing, route } from './route.ts'

/** One call sends at most this many plays. */
export const maxBulkPlays = 50

/**
 * A play of a waiting queue. `idempotencyKey`: as the header of a single call. `userId`: whose play it is, as
 * `/v1/auth-check` named the player when it was queued; under the key of another player it is refused with 403. `age`:
 * seconds since it was played, as the header Play-Age. The chart is the `hash` in the play.
 */
export const queuedPlay = z.object({
  idempotencyKey: z.string().optional(),
  userId: playerId.optional(),
  age: z.unknown().optional(),
  play: z.unknown(),
})
export type QueuedPlay = z.infer<typeof queuedPlay>

/** `retryAfter`: seconds, where a single call would have had the header Retry-After. */
export const playVerdict = z.object({
  status: z.int(),
  body: z.union([submitAnswer, errorAnswer]),
  retryAfter: z.int().positive().optional(),
})
export type PlayVerdict = z.infer<typeof playVerdict>

/**
 * As OpenAPI tells of a queued play: in words, as what is wrong with one is said in its verdict, with 200 for the call.
 */
const queuedPlaySchema = {
  description:
    'An object. `play`: the body of a single call, with the chart in its `hash`. `idempotencyKey`, optional: names this play, as the header Idempotency-Key does. `userId`, optional: whose play it is, as auth-check says; under the key of another player its verdict is 403. `age`, optional: seconds since it was played.',
} as const

export const submitPlays = route({
  name: 'submitPlays',
  method: 'POST',
  path: '/v1/plays',
  access: 'game',
  summary:
    'Send the plays that wait in a queue. Each has its own verdict, in the same order: the status and the body of a single call; one that is refused spoils no other',
  params: nothing,
  query: nothing,
  body: z.object({
    plays: z
      .array(z.unknown().meta({ override: queuedPlaySchema }))
      .min(1)
      .max(maxBulkPlays),
  }),
  answer: z.object({ results: z.array(playVerdict) }),
  errors: [503],
  // That of a single play, so that this call keeps nobody waiting longer: fifty usual plays take 3.5 MB. What is too
  // large goes in smaller calls.
  bodyLimit: maxPlayBytes,
  grows: true,
  rate: 'play',
})
