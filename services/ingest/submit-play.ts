import { submitPlay } from '@stepledger/contracts/http/game.ts'
import { playerId as playerIdText } from '@stepledger/contracts/ids.ts'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { addressKey } from '../platform/limits/address-key.ts'
import type { IngestDeps } from './deps.ts'
import { playAge } from './played-at.ts'
import type { RecordPlay } from './record-play.ts'
import { type BuildAnswer, rankTimeout } from './submit-answer.ts'
import { tracePlay } from './trace-play.ts'

/** Serves the submission of one play. Idempotent: a play that is sent again keeps its id. */
export function serveSubmitPlay(
  app: FastifyInstance,
  { now, tracing }: Pick<IngestDeps, 'now' | 'tracing'>,
  recordPlay: RecordPlay,
  buildAnswer: BuildAnswer,
): void {
  serve(app, submitPlay, async ({ params: { hash }, body, caller: { playerId }, request, reply }) => {
    const { headers } = request
    const start = performance.now() - reply.elapsedTime
    const accepted = await recordPlay({
      body,
      hash,
      playerId,
      addressKey: addressKey(request.ip),
      ownerId: parseOwner(headers['stepledger-user']),
      idempotencyKey: singleValue(headers['idempotency-key']),
      age: playAge(headers['play-age']),
      receivedAt: now(),
    })
    sendPosition(reply, accepted.position)
    const answer = await buildAnswer(accepted, rankTimeout(headers.prefer))
    tracePlay(tracing, submitPlay, accepted, start)
    return answer
  })
}

function parseOwner(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const owner = playerIdText.safeParse(header)
  if (owner.success) return owner.data
  throw new HttpError(400, 'Stepledger-User must be the id of a player', { field: 'Stepledger-User' })
}

function singleValue(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
