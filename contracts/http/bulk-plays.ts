import { z } from 'zod'
import { playerId } from '../ids.ts'
import { maxPlayBytes, submitAnswer } from './game.ts'
import { errorAnswer, route } from './route.ts'

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
export const playVerdict = z.object({
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
