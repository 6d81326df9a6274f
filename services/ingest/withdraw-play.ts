import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import type { FastifyInstance } from 'fastify'
import { forbidden, notFound } from '../platform/http/http-error.ts'
import { answerPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { appendOrRefuse } from './append.ts'
import type { IngestDeps } from './deps.ts'
import type { Claims } from './idempotency-claims.ts'

/** Lets players withdraw own plays, for good. Asking again changes nothing. */
export function serveWithdrawPlay(
  app: FastifyInstance,
  deps: IngestDeps,
  claims: Pick<Claims, 'ownerOf'>,
): void {
  const { ledger, log, now, reads } = deps

  /** A play sent a moment ago may not be in the read model yet; its claim knows whose it is. */
  const findPlay = async (playId: number) => {
    const known = await reads.ownerOf(playId)
    if (known) return known
    const player = await claims.ownerOf(playId)
    return player === null ? null : { player, withdrawn: false }
  }

  serve(app, deletePlay, async ({ params: { id: playId }, caller: { playerId }, reply }) => {
    const play = await findPlay(playId)
    if (!play) throw notFound('Play not found')
    if (play.player !== playerId) throw forbidden('This is the play of another player')
    if (!play.withdrawn) {
      const bytes = encodeEvent(playWithdrawn, {
        id: `withdrawal-${playId}`,
        at: now(),
        key: playerId,
        data: { playId, by: 'player', reason: null },
      })
      answerPosition(reply, await appendOrRefuse(ledger, log, playerId, bytes))
    }
    return { message: 'Play withdrawn' }
  })
}
