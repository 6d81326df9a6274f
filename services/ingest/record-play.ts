import { randomBytes } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { type PlaySubmitted, playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { type Dropped, storedBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { type PackedPlay, packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import { forbidden, unauthorized } from '../platform/http/http-error.ts'
import { refusalFor } from '../platform/http/parse-input.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log/log.ts'
import { unavailable, withHttpErrors } from './append-errors.ts'
import type { IngestDeps } from './deps.ts'
import type { Claim, ClaimRequest, Claims } from './play-ids/idempotency-claims.ts'
import { playKeyOf } from './play-key.ts'
import { takeQuota } from './play-quotas.ts'
import { playedAt } from './played-at.ts'

/** A submitted play, sent alone or as part of a queue. */
export interface SentPlay {
  readonly body: Readonly<Record<string, unknown>>
  /** The chart, from the path or the body. */
  readonly hash: string
  /** Owner of the API key. */
  readonly playerId: string
  /** Rate-limit key of the client's IP address. */
  readonly addressKey: string
  /** Owner that the client states, if any: a queue on disk may outlive a change of the API key to another player's. */
  readonly ownerId: string | null
  readonly idempotencyKey: string | null
  /** Seconds since it was played, by the client's clock (which has no time zone); null when not stated. */
  readonly age: number | null
  /** ms since 1970. */
  readonly receivedAt: number
}

/** A stored play to be answered. `sent`: as in this request; the ledger has the first version of a duplicate. */
export interface AcceptedPlay extends WrittenPlay {
  readonly player: string
  readonly sent: PackedPlay
  readonly note: string | null
  /** Parts of this request that were dropped because of limits. */
  readonly dropped: readonly Dropped[]
  /** When its validation began and ended and when it was durable, as of `performance.now()`. */
  readonly times: { readonly start: number; readonly validated: number; readonly stored: number }
}

/**
 * Validates, packs, seals and stores a play; resolves when it is durable. Idempotent by content. Throws 403 for a play
 * of another player, 422, 503, 507.
 */
export type RecordPlay = (sent: SentPlay) => Promise<AcceptedPlay>

export function playRecorder(
  { authentication }: Pick<IngestDeps, 'authentication'>,
  quotas: Limits,
  writer: PlayWriter,
): RecordPlay {
  return async ({ playerId: player, ...sent }) => {
    const start = performance.now()
    if (sent.ownerId !== null && sent.ownerId !== player)
      throw forbidden("This play belongs to another player. Send it with that player's API key.")
    const read = readPlayBody(sent.body, sent.hash)
    if (!read.ok) throw refusalFor('body', [...read.problems])
    const { body } = read
    const secrets = await authentication.secretsOf(player)
    if (!secrets) throw unauthorized('Unknown API key')
    const { key, note } = playKeyOf(sent.idempotencyKey, body.known.playKey)
    const { data, rest, dropped } = packPlay(body)
    const play = {
      player,
      fingerprint: fingerprint(body),
      key,
      receivedAt: sent.receivedAt,
      data: {
        ...data,
        playedAt:
          sent.age === null
            ? playedAt(body.known.pendingDate, secrets.timeZone, sent.receivedAt)
            : Math.round(sent.receivedAt - sent.age * 1000),
        sealed: seal(rest, secrets.sealingKey, randomBytes),
      },
    }
    const validated = performance.now()
    const sender = { playerId: player, addressKey: sent.addressKey, verified: secrets.verified }
    const refund = await takeQuota(quotas, sender, storedBytes({ data, rest }))
    let isNew = false
    try {
      const written = await writer.write(play)
      isNew = !written.duplicate
      const times = { start, validated, stored: performance.now() }
      return { ...written, player, sent: data, note, dropped, times }
    } finally {
      // Duplicates and failed writes cost no quota.
      if (!isNew) await refund()
    }
  }
}

/** A play to append. Its claim gives its id and time, before which it was played. */
export interface PlayToWrite extends ClaimRequest {
  readonly data: Omit<PlaySubmitted['data'], 'playId' | 'fingerprint' | 'playKey'>
}

export interface WrittenPlay {
  readonly playId: number
  readonly position: Position
  /** The same content was stored before. */
  readonly duplicate: boolean
  /** The other play that already uses the requested idempotency key. */
  readonly keyNames: number | null
}

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
export function playWriter(claims: Claims, ledger: Pick<Ledger, 'append'>, log: Log): PlayWriter {
  const inFlight = new Map<string, Promise<WrittenPlay>>()

  async function claimAndAppend(name: string, play: PlayToWrite): Promise<WrittenPlay> {
    const claim = await claims.claim(play).catch((error: unknown) => {
      throw unavailable(error, 'database')
    })
    const { playId } = claim
    const written = { playId, duplicate: !claim.fresh, keyNames: claim.keyNames }
    if (claim.position) {
      inFlight.delete(name)
      return { ...written, position: claim.position }
    }
    const position = await withHttpErrors(
      async () => ledger.append('events', { key: play.player, bytes: encoded(play, claim) }),
      { playId },
    )
    void claims
      .record(playId, position)
      .catch((error) => log.warn(`the position of play ${playId} was not recorded: ${String(error)}`))
      .finally(() => inFlight.delete(name))
    return { ...written, position }
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

/** Throws EventTooLargeError. */
function encoded({ player, fingerprint, data }: PlayToWrite, { playId, at, key }: Claim): Uint8Array {
  const playedAt = Math.min(data.playedAt, at)
  return encodeEvent(playSubmitted, {
    id: `play-${playId}`,
    at,
    key: player,
    data: { ...data, playId, fingerprint, playKey: key, playedAt },
  })
}
