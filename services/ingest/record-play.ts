import { randomBytes } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { storedBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { type PlayBody, readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import { forbidden, HttpError, unauthorized } from '../platform/http/http-error.ts'
import { checkQuota, type PlayQuotas } from './check-quota.ts'
import type { IngestDeps } from './deps.ts'
import { playKeyOf } from './play-key.ts'
import type { PlayWriter } from './play-writer.ts'
import { playedAt } from './played-at.ts'
import type { AcceptedPlay } from './submit-answer.ts'
import type { PlayToWrite } from './written-play.ts'

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
export function playRecorder(
  { authentication, tracing }: Pick<IngestDeps, 'authentication' | 'tracing'>,
  quotas: PlayQuotas,
  writer: PlayWriter,
): (sent: SentPlay) => Promise<AcceptedPlay> {
  return async ({ body: sent, hash, playerId, addressKey, ownerId, idempotencyKey, age, receivedAt }) => {
    const start = performance.now()
    if (ownerId !== null && ownerId !== playerId)
      throw forbidden("This play belongs to another player. Send it with that player's API key.")
    const body = validBody(sent, hash)
    const secrets = await authentication.secretsOf(playerId)
    if (!secrets) throw unauthorized('Unknown API key')
    const { key, note } = playKeyOf(idempotencyKey, body.known.playKey)
    const content = fingerprint(body)
    const { data, rest, dropped } = packPlay(body)
    const bytes = storedBytes({ data, rest })

    const encode: PlayToWrite['encode'] = (claim) =>
      encodeEvent(playSubmitted, {
        id: `play-${claim.playId}`,
        at: claim.at,
        key: playerId,
        data: {
          ...data,
          playId: claim.playId,
          fingerprint: content,
          playKey: claim.key,
          playedAt:
            age === null
              ? playedAt(body.known.pendingDate, secrets.timeZone, claim.at)
              : Math.min(Math.round(receivedAt - age * 1000), claim.at),
          sealed: seal(rest, secrets.sealingKey, randomBytes),
        },
      })
    const sender = { playerId, addressKey, verified: secrets.verified }
    const validated = performance.now()
    const written = await checkQuota(quotas, sender, bytes, () =>
      writer.write({ player: playerId, fingerprint: content, key, receivedAt, encode }),
    )
    if (tracing !== null && !written.duplicate) {
      const play = { playId: written.playId, player: playerId }
      const attributes = { 'stepledger.position': formatPosition(written.position) }
      tracing.record({ ...play, step: 'validate', start, end: validated })
      tracing.record({ ...play, step: 'append', start: validated, end: performance.now(), attributes })
    }
    return { ...written, player: playerId, sent: data, note, dropped }
  }
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
