import { randomBytes } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { storedBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { type PlayBody, readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import type { PlayerSecrets } from '../platform/authentication/authentication.ts'
import { forbidden, HttpError, unauthorized } from '../platform/http/http-error.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Quota } from '../platform/limits/quota.ts'
import type { IngestDeps } from './deps.ts'
import type { Claim } from './play-ids/idempotency-claims.ts'
import { playKeyOf } from './play-key.ts'
import type { PlayWriter } from './play-writer.ts'
import { playedAt } from './played-at.ts'
import type { AcceptedPlay } from './submit-answer.ts'
import type { WrittenPlay } from './written-play.ts'

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

/**
 * Validates, packs, seals and stores a play; resolves when it is durable. Idempotent by content. Throws 403 for a play
 * of another player, 422, 503, 507.
 */
export type RecordPlay = (sent: SentPlay) => Promise<AcceptedPlay>

export function playRecorder(
  { authentication }: Pick<IngestDeps, 'authentication'>,
  quotas: PlayQuotas,
  writer: PlayWriter,
): RecordPlay {
  return async (sent) => {
    const start = performance.now()
    const { playerId, addressKey, ownerId, receivedAt } = sent
    if (ownerId !== null && ownerId !== playerId)
      throw forbidden("This play belongs to another player. Send it with that player's API key.")
    const body = validBody(sent.body, sent.hash)
    const secrets = await authentication.secretsOf(playerId)
    if (!secrets) throw unauthorized('Unknown API key')
    const { key, note } = playKeyOf(sent.idempotencyKey, body.known.playKey)
    const packed = packPlay(body)
    const play: ValidPlay = { sent, body, packed, secrets, fingerprint: fingerprint(body) }
    const validated = performance.now()
    const written = await checkQuota(
      quotas,
      { playerId, addressKey, verified: secrets.verified },
      storedBytes(packed),
      () =>
        writer.write({
          player: playerId,
          fingerprint: play.fingerprint,
          key,
          receivedAt,
          encode: (claim) => encodePlay(play, claim),
        }),
    )
    const times = { start, validated, stored: performance.now() }
    return { ...written, player: playerId, sent: packed.data, note, dropped: packed.dropped, times }
  }
}

interface ValidPlay {
  readonly sent: SentPlay
  readonly body: PlayBody
  readonly packed: ReturnType<typeof packPlay>
  readonly secrets: Pick<PlayerSecrets, 'sealingKey' | 'timeZone'>
  readonly fingerprint: Uint8Array
}

function encodePlay(play: ValidPlay, claim: Pick<Claim, 'playId' | 'at' | 'key'>): Uint8Array {
  const { sent, body, packed, secrets } = play
  return encodeEvent(playSubmitted, {
    id: `play-${claim.playId}`,
    at: claim.at,
    key: sent.playerId,
    data: {
      ...packed.data,
      playId: claim.playId,
      fingerprint: play.fingerprint,
      playKey: claim.key,
      playedAt:
        sent.age === null
          ? playedAt(body.known.pendingDate, secrets.timeZone, claim.at)
          : Math.min(Math.round(sent.receivedAt - sent.age * 1000), claim.at),
      sealed: seal(packed.rest, secrets.sealingKey, randomBytes),
    },
  })
}

/** Throws 422 with every invalid field and its reason. */
function validBody(sent: SentPlay['body'], hash: string): PlayBody {
  const read = readPlayBody(sent, hash)
  if (read.ok) return read.body
  const [first = { field: 'body', reason: 'is malformed' }] = read.problems
  throw new HttpError(422, `${first.field} ${first.reason}`, {
    field: first.field,
    reasons: [...read.problems],
  })
}

/** The sender of a play. `addressKey`: rate-limit key of the IP address. */
interface Sender {
  readonly playerId: string
  readonly verified: boolean
  readonly addressKey: string
}

type PlayQuotas = Pick<Limits, 'playBytes' | 'unverifiedBytes' | 'addressBytes'>

/** Maximum Retry-After of an unverified player, seconds: verifying the email lifts the limit earlier. */
const maxRetryUnverified = 900

/**
 * Stores a play if its bytes fit into the quota of its player, and of the IP address if the email is not verified. Else
 * throws 503: the game keeps the play and retries. Duplicates and failed writes cost no quota.
 */
async function checkQuota(
  quotas: PlayQuotas,
  sender: Sender,
  bytes: number,
  keep: () => Promise<WrittenPlay>,
): Promise<WrittenPlay> {
  const refund = await takeAll(quotas, sender, bytes)
  let stored = false
  try {
    const kept = await keep()
    stored = !kept.duplicate
    return kept
  } finally {
    if (!stored) await refund()
  }
}

/** Takes the bytes from every quota or from none. Returns the undo. */
async function takeAll(quotas: PlayQuotas, sender: Sender, bytes: number): Promise<() => Promise<void>> {
  const taken: (readonly [Quota, string])[] = []
  const refund = async () => {
    for (const [quota, key] of taken) await quota.refund(key, bytes)
  }
  for (const [quota, key] of quotasOf(quotas, sender)) {
    const wait = await quota.take(key, bytes)
    if (wait > 0) {
      await refund()
      throw quotaExceeded(wait, sender.verified)
    }
    taken.push([quota, key])
  }
  return refund
}

function quotasOf(
  { playBytes, unverifiedBytes, addressBytes }: PlayQuotas,
  { playerId, verified, addressKey }: Sender,
): (readonly [Quota, string])[] {
  if (verified) return [[playBytes, playerId]]
  return [
    [unverifiedBytes, playerId],
    [addressBytes, addressKey],
  ]
}

function quotaExceeded(wait: number, verified: boolean): HttpError {
  const when = wait > 7200 ? `${Math.ceil(wait / 3600)} hours` : `${Math.ceil(wait / 60) + 1} minutes`
  const message = verified
    ? `You've reached your daily limit for plays. Send this one again in ${when}.`
    : `You've reached the daily limit for plays without a verified email. Verify your email, or send this one again in ${when}.`
  const retryAfter = verified ? wait : Math.min(wait, maxRetryUnverified)
  return new HttpError(503, message, { headers: { 'retry-after': String(retryAfter) }, refusal: 'quota' })
}
