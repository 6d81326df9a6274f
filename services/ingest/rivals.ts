import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/events/rival-added.ts'
import { rivalRemoved } from '@stepledger/contracts/events/rival-removed.ts'
import {
  addRival,
  listRivals,
  maxRivals,
  type Rival,
  removeRival,
} from '@stepledger/contracts/http/rivals.ts'
import { staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance } from 'fastify'
import { invalidField, notFound } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { appendEvent } from './append.ts'
import type { IngestDeps } from './deps.ts'
import { ownWrites } from './own-writes.ts'

/** Serves listing, adding and removing rivals. */
export function serveRivals(app: FastifyInstance, deps: IngestDeps): void {
  const { ledger, log, now, players, reads } = deps
  const writes = ownWrites(deps.progress)

  serve(app, listRivals, async ({ caller: { playerId }, request, reply }) => {
    if (!(await writes.awaitFolded(playerId, request))) reply.header(staleHeader, 'true')
    const rivals = await reads.rivalsOf(playerId)
    const known = await players.lookUp(rivals.map(({ rival }) => rival))
    return {
      rivals: rivals.flatMap(({ rival, since }) => {
        const player = known.get(rival)
        return player ? [toRival(player, since)] : []
      }),
    }
  })

  serve(app, addRival, async ({ body: { rivalUserId }, caller: { playerId }, request, reply }) => {
    if (rivalUserId === playerId) throw invalidField('rivalUserId', "You can't be your own rival")
    const player = (await players.lookUp([rivalUserId])).get(rivalUserId)
    if (!player) throw notFound('User not found')
    const isUpToDate = await writes.awaitFolded(playerId, request)
    const rivals = await reads.rivalsOf(playerId)
    const listed = rivals.find(({ rival }) => rival === rivalUserId)
    if (listed && isUpToDate) return { rival: toRival(player, listed.since) }
    if (!listed && rivals.length >= maxRivals)
      throw invalidField('rivalUserId', `You can have up to ${maxRivals} rivals`)
    const at = now()
    const bytes = encodeEvent(rivalAdded, {
      id: randomUUID(),
      at,
      key: playerId,
      data: { rivalId: rivalUserId },
    })
    const position = await appendEvent(ledger, log, playerId, bytes)
    writes.record(playerId, position)
    sendPosition(reply, position)
    return { rival: toRival(player, listed?.since ?? at) }
  })

  serve(app, removeRival, async ({ params: { id: rivalId }, caller: { playerId }, request, reply }) => {
    const isUpToDate = await writes.awaitFolded(playerId, request)
    const rivals = await reads.rivalsOf(playerId)
    if (!isUpToDate || rivals.some(({ rival }) => rival === rivalId)) {
      const bytes = encodeEvent(rivalRemoved, {
        id: randomUUID(),
        at: now(),
        key: playerId,
        data: { rivalId },
      })
      const position = await appendEvent(ledger, log, playerId, bytes)
      writes.record(playerId, position)
      sendPosition(reply, position)
    }
    return { message: 'Rival removed' }
  })
}

/** `since`: ms since 1970. */
function toRival({ id, alias, profileImageUrl }: PublicPlayer, since: number): Rival {
  return { userId: id, alias, profileImageUrl, createdAt: new Date(since).toISOString() }
}
