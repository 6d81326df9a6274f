import { isRefusal } from '@stepledger/contracts/decider.ts'
import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import { withdrawalStream } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import type { FastifyInstance } from 'fastify'
import { forbidden, notFound } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { withHttpErrors } from './append-event.ts'
import type { IngestDeps } from './deps.ts'
import type { Claims } from './play-ids/idempotency-claims.ts'

/** Serves the permanent withdrawal of own plays. Idempotent. */
export function serveWithdrawPlay(
  app: FastifyInstance,
  { handle, streams, now, reads }: IngestDeps,
  claims: Pick<Claims, 'ownerOf'>,
): void {
  serve(app, deletePlay, async ({ params: { id: playId }, caller: { playerId }, reply }) => {
    // Falls back to the claim, as a recent play may not be folded yet.
    const owner = (await reads.ownerOf(playId))?.player ?? (await claims.ownerOf(playId))
    if (owner === null) throw notFound('Play not found')
    if (owner !== playerId) throw forbidden('This play belongs to another player')
    const stream = withdrawalStream(playerId, playId)
    const command = { type: 'withdraw', playId, by: 'player', reason: null } as const
    const decided = await withHttpErrors(() => handle(streams.withdrawal, stream, command, { at: now() }))
    // Refused: it was withdrawn before.
    if (!isRefusal(decided)) sendPosition(reply, decided)
    return { message: 'Play withdrawn' }
  })
}
