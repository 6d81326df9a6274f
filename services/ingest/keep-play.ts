import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import { orRefuse, unavailable } from './append.ts'
import type { Claim, Claims } from './claims.ts'
import type { KeeperAtOnce } from './keep-at-once.ts'
import type { KeptPlay, PlayToKeep } from './kept-play.ts'

const notTried = { tried: null, kept: null }

export interface PlayKeeper {
  /** Resolves when the play is durable, once, under one id, however often it is sent. Throws 503, 507 and 413. */
  keep(play: PlayToKeep): Promise<KeptPlay>
  /** Resolves when what is on its way is where it belongs. */
  drained(): Promise<void>
}

/**
 * Keeps a play at once where that can be and nobody sent it before. Else claims the id of a play, then appends it. Who finds a claim
 * without a position can't know whether the play was appended before something died, and appends it again under the same id and time; the
 * folds take the first. Within this process the same play sent several times at once is one claim and one append: an entry of `running`
 * lives until the claim knows the position.
 */
export function playKeeper(
  atOnce: KeeperAtOnce | null,
  claims: Claims,
  ledger: Ledger,
  log: Log,
): PlayKeeper {
  const running = new Map<string, Promise<KeptPlay>>()

  async function keepOnce(name: string, play: PlayToKeep): Promise<KeptPlay> {
    const { tried, kept } = atOnce ? await orRefuse(log, () => atOnce.keep(play)) : notTried
    if (!kept) return claimAndAppend(name, play, tried)
    running.delete(name)
    return kept
  }

  async function claimAndAppend(name: string, play: PlayToKeep, tried: number | null): Promise<KeptPlay> {
    const claim = await claimOrRefuse(play)
    const known = !claim.fresh && claim.playId !== tried
    const kept = { playId: claim.playId, duplicate: known, keyNames: claim.keyNames }
    if (claim.position) {
      running.delete(name)
      return { ...kept, position: claim.position }
    }
    const position = await orRefuse(log, async () =>
      ledger.append('events', { key: play.player, bytes: play.encode(claim) }),
    )
    void claims
      .record(claim.playId, position)
      .catch((error) => log.warn(`the position of play ${claim.playId} was not recorded: ${String(error)}`))
      .finally(() => running.delete(name))
    return { ...kept, position }
  }

  async function claimOrRefuse(play: PlayToKeep): Promise<Claim> {
    try {
      return await claims.claim(play)
    } catch (error) {
      log.error(`a play could not be claimed: ${error instanceof Error ? error.message : String(error)}`)
      throw unavailable(error)
    }
  }

  return {
    async keep(play) {
      const name = `${play.player} ${Buffer.from(play.fingerprint).toString('base64')}`
      const same = running.get(name)
      if (same) return { ...(await same), duplicate: true }
      const keeping = keepOnce(name, play)
      running.set(name, keeping)
      keeping.catch(() => running.delete(name))
      return keeping
    },
    async drained() {
      await Promise.allSettled(running.values())
      await atOnce?.drained()
      await claims.drained()
    },
  }
}
