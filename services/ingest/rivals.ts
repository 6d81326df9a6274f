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
import type { FastifyInstance, FastifyReply } from 'fastify'
import { TimeoutError } from '../platform/async/with-deadline.ts'
import { accountLock } from '../platform/database/account-lock.ts'
import { HttpError, invalidField, notFound } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { appendEvent } from './append-event.ts'
import type { IngestDeps } from './deps.ts'
import { ownWrites } from './own-writes.ts'
import {
  appendOrQueue,
  type RivalChange,
  type RivalChanges,
  withQueued,
} from './rivals-outbox/rival-changes.ts'
import { foldTimeoutMs } from './withdrawals/fold-waits.ts'

/** The ledger is unavailable or does not answer in time. */
const isUnavailable = (error: unknown) =>
  error instanceof TimeoutError || (error instanceof HttpError && error.details.refusal === 'ledger')

/**
 * Serves listing, adding and removing rivals. With `changes`, also while the ledger is unavailable: lists include queued
 * changes.
 */
export function serveRivals(app: FastifyInstance, deps: IngestDeps, changes: RivalChanges | null): void {
  const { ledger, now, players, progress, reads } = deps
  const writes = ownWrites(deps)
  /** Concurrent changes of a player would all see the same list, and together exceed the limit or repeat an event. */
  const withAccount = accountLock(deps.database)
  const queued = async (playerId: string) => (changes ? changes.of(playerId) : [])
  const rivalsOf = async (playerId: string) => {
    // The queue first: a change that is folded meanwhile is in both.
    const changes = await queued(playerId)
    return withQueued(await reads.rivalsOf(playerId), changes)
  }

  /**
   * Appends the event, or queues it while the ledger is unavailable. Waits for its fold, so that the next change sees it,
   * also in another process.
   */
  async function store(change: RivalChange, reply: FastifyReply): Promise<void> {
    const append = () => appendEvent(ledger, change.player, change.event)
    const position = changes ? await appendOrQueue(changes, change, append, isUnavailable) : await append()
    if (!position) return
    writes.record(change.player, position)
    sendPosition(reply, position)
    await progress.reached(position, foldTimeoutMs)
  }

  serve(app, listRivals, async ({ caller: { playerId }, request, reply }) => {
    const reached = await Promise.all([writes.awaitRequested(request), writes.awaitOwn(playerId)])
    if (reached.includes(false)) reply.header(staleHeader, 'true')
    const rivals = await rivalsOf(playerId)
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
    // Before the lock: the client names the position, and may name one that is folded late.
    const isReached = await writes.awaitRequested(request)
    return withAccount(playerId, async () => {
      const isUpToDate = (await writes.awaitOwn(playerId)) && isReached
      const rivals = await rivalsOf(playerId)
      const listed = rivals.find(({ rival }) => rival === rivalUserId)
      if (listed && isUpToDate) return { rival: toRival(player, listed.since) }
      if (!listed && rivals.length >= maxRivals)
        throw invalidField('rivalUserId', `You can have up to ${maxRivals} rivals`)
      const at = now()
      const event = encodeEvent(rivalAdded, {
        id: randomUUID(),
        at,
        key: playerId,
        data: { rivalId: rivalUserId },
      })
      await store({ player: playerId, rival: rivalUserId, added: true, at, event }, reply)
      return { rival: toRival(player, listed?.since ?? at) }
    })
  })

  serve(app, removeRival, async ({ params: { id: rivalId }, caller: { playerId }, request, reply }) => {
    const isReached = await writes.awaitRequested(request)
    return withAccount(playerId, async () => {
      const isUpToDate = (await writes.awaitOwn(playerId)) && isReached
      const rivals = await rivalsOf(playerId)
      if (!isUpToDate || rivals.some(({ rival }) => rival === rivalId)) {
        const at = now()
        const event = encodeEvent(rivalRemoved, { id: randomUUID(), at, key: playerId, data: { rivalId } })
        await store({ player: playerId, rival: rivalId, added: false, at, event }, reply)
      }
      return { message: 'Rival removed' }
    })
  })
}

/** `since`: ms since 1970. */
function toRival({ id, alias, profileImageUrl }: PublicPlayer, since: number): Rival {
  return { userId: id, alias, profileImageUrl, createdAt: new Date(since).toISOString() }
}
