import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import type { FastifyInstance } from 'fastify'
import { forbidden, notFound } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { appendEvent } from './append-event.ts'
import type { IngestDeps } from './deps.ts'
import type { Claims } from './play-ids/idempotency-claims.ts'

/** Serves the permanent withdrawal of own plays. Idempotent. */
export function serveWithdrawPlay(
  app: FastifyInstance,
  deps: IngestDeps,
  claims: Pick<Claims, 'ownerOf'>,
): void {
  const { ledger, now, reads } = deps

  /** Falls back to the claim, as a recent play may not be folded yet. */
  const findPlay = async (playId: number) => {
    const known = await reads.ownerOf(playId)
    if (known) return known
    const player = await claims.ownerOf(playId)
    return player === null ? null : { player, withdrawn: false, canBeReinstated: false }
  }

  serve(app, deletePlay, async ({ params: { id: playId }, caller: { playerId }, reply }) => {
    const play = await findPlay(playId)
    if (!play) throw notFound('Play not found')
    if (play.player !== playerId) throw forbidden('This play belongs to another player')
    // A play that an operator wiped stays deleted after a reinstatement.
    if (!play.withdrawn || play.canBeReinstated) {
      const bytes = encodeEvent(playWithdrawn, {
        id: `withdrawal-${playId}`,
        at: now(),
        key: playerId,
        data: { playId, by: 'player', reason: null },
      })
      sendPosition(reply, await appendEvent(ledger, playerId, bytes))
    }
    return { message: 'Play withdrawn' }
  })
}
