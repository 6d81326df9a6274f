import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import { orRefuse, unavailable } from './append.ts'
import type { Claim, Claims } from './idempotency-claims.ts'
import type { SingleStatementWriter } from './single-statement-writer.ts'
import type { PlayToWrite, WrittenPlay } from './written-play.ts'

const notTried = { tried: null, written: null }

export interface PlayWriter {
  /** Resolves when the play is durable, once, under one id, however often it is sent. Throws 503, 507 and 413. */
  write(play: PlayToWrite): Promise<WrittenPlay>
  /** Resolves when what is on its way is where it belongs. */
  drained(): Promise<void>
}

/**
 * Writes a play that nobody sent before in one statement, where the ledger can. Otherwise claims the id of the play,
 * then appends it. A claim without a position does not tell whether the play was appended before something died: it is
 * appended again under the same id and time, and the folds take the first. Within this process the same play sent
 * several times at once is one claim and one append: an entry of `running` lives until the claim knows the position.
 */
export function playWriter(
  atOnce: SingleStatementWriter | null,
  claims: Claims,
  ledger: Ledger,
  log: Log,
): PlayWriter {
  const running = new Map<string, Promise<WrittenPlay>>()

  async function writeOnce(name: string, play: PlayToWrite): Promise<WrittenPlay> {
    const { tried, written } = atOnce ? await orRefuse(log, () => atOnce.write(play)) : notTried
    if (!written) return claimAndAppend(name, play, tried)
    running.delete(name)
    return written
  }

  async function claimAndAppend(name: string, play: PlayToWrite, tried: number | null): Promise<WrittenPlay> {
    const claim = await claimOrRefuse(play)
    const known = !claim.fresh && claim.playId !== tried
    const written = { playId: claim.playId, duplicate: known, keyNames: claim.keyNames }
    if (claim.position) {
      running.delete(name)
      return { ...written, position: claim.position }
    }
    const position = await orRefuse(log, async () =>
      ledger.append('events', { key: play.player, bytes: play.encode(claim) }),
    )
    void claims
      .record(claim.playId, position)
      .catch((error) => log.warn(`the position of play ${claim.playId} was not recorded: ${String(error)}`))
      .finally(() => running.delete(name))
    return { ...written, position }
  }

  async function claimOrRefuse(play: PlayToWrite): Promise<Claim> {
    try {
      return await claims.claim(play)
    } catch (error) {
      log.error(`a play could not be claimed: ${errorMessage(error)}`)
      throw unavailable(error)
    }
  }

  return {
    async write(play) {
      const name = `${play.player} ${Buffer.from(play.fingerprint).toString('base64')}`
      const same = running.get(name)
      if (same) return { ...(await same), duplicate: true }
      const writing = writeOnce(name, play)
      running.set(name, writing)
      writing.catch(() => running.delete(name))
      return writing
    },
    async drained() {
      await Promise.allSettled(running.values())
      await atOnce?.drained()
      await claims.drained()
    },
  }
}
