import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import { unavailable, withHttpErrors } from './append-event.ts'
import type { Claim, Claims } from './play-ids/idempotency-claims.ts'
import type { PlayToWrite, WrittenPlay } from './written-play.ts'

export interface PlayWriter {
  /** Resolves when the play is durable. Idempotent: a repeated play keeps its id. Throws 413, 503 and 507. */
  write(play: PlayToWrite): Promise<WrittenPlay>
  /** Resolves when all writes in flight are done. */
  drained(): Promise<void>
}

/**
 * Claims the play's id, then appends it. A claim without a position may or may not have been appended before a crash: the
 * play is appended again with the same id and time, and folds skip the second one. Concurrent submissions of the same
 * play in this process share one claim and one append: an `inFlight` entry stays until the claim has its position.
 */
export function playWriter(claims: Claims, ledger: Ledger, log: Log): PlayWriter {
  const inFlight = new Map<string, Promise<WrittenPlay>>()

  async function claimAndAppend(name: string, play: PlayToWrite): Promise<WrittenPlay> {
    const claim = await claimWithHttpErrors(play)
    const written = { playId: claim.playId, duplicate: !claim.fresh, keyNames: claim.keyNames }
    if (claim.position) {
      inFlight.delete(name)
      return { ...written, position: claim.position }
    }
    const position = await withHttpErrors(
      async () => ledger.append('events', { key: play.player, bytes: play.encode(claim) }),
      { playId: claim.playId },
    )
    void claims
      .record(claim.playId, position)
      .catch((error) => log.warn(`the position of play ${claim.playId} was not recorded: ${String(error)}`))
      .finally(() => inFlight.delete(name))
    return { ...written, position }
  }

  async function claimWithHttpErrors(play: PlayToWrite): Promise<Claim> {
    try {
      return await claims.claim(play)
    } catch (error) {
      throw unavailable(error, 'database')
    }
  }

  return {
    async write(play) {
      const name = `${play.player} ${Buffer.from(play.fingerprint).toString('base64')}`
      const same = inFlight.get(name)
      if (same) return { ...(await same), duplicate: true }
      const writing = claimAndAppend(name, play)
      inFlight.set(name, writing)
      writing.catch(() => inFlight.delete(name))
      return writing
    },
    async drained() {
      await Promise.allSettled(inFlight.values())
      await claims.drained()
    },
  }
}
