import { isRefusal, type Refusal } from '@stepledger/contracts/decider.ts'
import { digestOf } from '@stepledger/contracts/digest.ts'
import { addRival, listRivals, type Rival, removeRival } from '@stepledger/contracts/http/rivals.ts'
import { type Position, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import { type ChangeRival, rivals as rivalStreams } from '@stepledger/contracts/rivals/rivals.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { TimeoutError, withDeadline } from '../platform/async/with-deadline.ts'
import { HttpError, invalidField, notFound } from '../platform/http/http-error.ts'
import { requestedPosition, sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { requestedPositions } from '../progress.ts'
import { withHttpErrors } from './append-errors.ts'
import type { IngestDeps } from './deps.ts'
import { type RivalChanges, withQueued } from './rivals-outbox.ts'

/** How long a request waits for the ledger before its change is queued, ms. */
const queuedAfterMs = 2_000

/**
 * Serves listing, adding and removing rivals. With `changes`, also while the ledger is unavailable: changes are queued,
 * and lists include them.
 */
export function serveRivals(app: FastifyInstance, deps: IngestDeps, changes: RivalChanges | null): void {
  const { handle, streams, now, players, reads } = deps
  const writes = ownWrites(deps)
  const rivalsOf = async (playerId: string) => {
    // The queue first: a change that is folded meanwhile is in both.
    const queued = changes ? await changes.of(playerId) : []
    return withQueued(await reads.rivalsOf(playerId), queued)
  }

  /** Decides, or queues the change if the ledger is unavailable or earlier changes are queued: then returns null. */
  async function decide(
    player: string,
    command: ChangeRival,
    at: number,
  ): Promise<Position | Refusal | null> {
    const decided = () => withHttpErrors(() => handle(streams.rivals, player, command, { at }))
    if (changes === null) return decided()
    if ((await changes.of(player)).length === 0) {
      try {
        return await withDeadline(queuedAfterMs, decided(), 'changing a rival')
      } catch (error) {
        if (!isUnavailable(error)) throw error
      }
    }
    const rivals = (await rivalsOf(player)).map(({ rival, since }) => [digestOf('player', rival), since])
    const foreseen = rivalStreams.decider.decide(
      { ...rivalStreams.decider.initial, rivals: Object.fromEntries(rivals) },
      command,
    )
    if (isRefusal(foreseen)) return foreseen
    await changes.queue({ player, rival: command.rivalId, added: command.type === 'follow', at })
    return null
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
    await writes.awaitRequested(request)
    const at = now()
    const decided = await decide(playerId, { type: 'follow', rivalId: rivalUserId }, at)
    if (decided === null) return { rival: toRival(player, at) }
    if (isRefusal(decided)) {
      if (decided.code === 'too-many') throw invalidField('rivalUserId', decided.message)
      const listed = (await rivalsOf(playerId)).find(({ rival }) => rival === rivalUserId)
      return { rival: toRival(player, listed?.since ?? at) }
    }
    writes.record(playerId, decided)
    sendPosition(reply, decided)
    return { rival: toRival(player, at) }
  })

  serve(app, removeRival, async ({ params: { id: rivalId }, caller: { playerId }, request, reply }) => {
    await writes.awaitRequested(request)
    const decided = await decide(playerId, { type: 'unfollow', rivalId }, now())
    if (decided !== null && !isRefusal(decided)) {
      writes.record(playerId, decided)
      sendPosition(reply, decided)
    }
    return { message: 'Rival removed' }
  })
}

/** The ledger is unavailable or does not answer in time, or its fold is behind. */
function isUnavailable(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpError && error.details.refusal === 'ledger')
}

/** `since`: ms since 1970. */
function toRival({ id, alias, profileImageUrl }: PublicPlayer, since: number): Rival {
  return { userId: id, alias, profileImageUrl, createdAt: new Date(since).toISOString() }
}

/** How long a request waits for the read model to reach its caller's last write, ms. */
const timeoutMs = 2_000
const maxPlayers = 10_000

interface OwnWrites {
  record(player: string, position: Position): void
  /** Waits for the position that the request names. Returns false on timeout; throws 400 if the ledger has none there. */
  awaitRequested(request: FastifyRequest): Promise<boolean>
  /** Waits for the player's last write through this process. Returns false on timeout. */
  awaitOwn(player: string): Promise<boolean>
}

/**
 * Read-your-write: waits for a player's own writes, those through this process and the one that the request names. A
 * route that reads before it decides whether to append needs both, or a quick "add, remove, add" would lose the last one.
 */
function ownWrites(deps: Pick<IngestDeps, 'progress' | 'ledger'>): OwnWrites {
  const lastWrites = new LRUCache<string, Position>({ max: maxPlayers })
  const awaitPosition = requestedPositions(deps)
  return {
    record: (player, position) => void lastWrites.set(player, position),
    async awaitRequested(request) {
      const position = requestedPosition(request)
      return position === null || awaitPosition(position, timeoutMs)
    },
    async awaitOwn(player) {
      const position = lastWrites.get(player)
      return position === undefined || deps.progress.reached(position, timeoutMs)
    },
  }
}
