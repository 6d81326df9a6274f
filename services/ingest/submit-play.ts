import { randomBytes } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { submitPlay } from '@stepledger/contracts/http/game.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { keptBytes, PlayTooLargeError } from '@stepledger/contracts/play/kept-bytes.ts'
import { type PackedBody, packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { type PlayBody, readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import type { FastifyInstance } from 'fastify'
import { answerPosition } from '../platform/http/position.ts'
import { Refusal, unauthorized } from '../platform/http/refusal.ts'
import { serve } from '../platform/http/serve.ts'
import { seal } from '../platform/plays/sealing.ts'
import type { IngestDeps } from './deps.ts'
import { playKeyOf } from './play-key.ts'
import type { PlayWriter } from './play-writer.ts'
import { playedAt } from './played-at.ts'
import { answerer } from './submit-answer.ts'
import { withinQuota } from './within-quota.ts'
import type { PlayToWrite } from './written-play.ts'

/** How long an answer waits for ranks, ms. */
const rankPatience = 250

/** Takes a play from the game: once, under one id, however often it is sent. */
export function serveSubmitPlay(app: FastifyInstance, deps: IngestDeps, writer: PlayWriter): void {
  const answerOf = answerer(deps)
  const { playBytes } = app.guards.limits
  serve(app, submitPlay, async ({ params: { hash }, body: sent, caller: { playerId }, request, reply }) => {
    const receivedAt = deps.now()
    const body = checkedBody(sent, hash)
    const secrets = await deps.identity.secretsOf(playerId)
    if (!secrets) throw unauthorized('Unknown API key')
    const { key, note } = playKeyOf(request.headers['idempotency-key'], body.known.playKey)
    const content = fingerprint(body)
    const { data, rest } = packed(body)
    const bytes = keptBytes({ data, rest })

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
          playedAt: playedAt(body.known.pendingDate, secrets.timeZone, claim.at),
          sealed: seal(rest, secrets.sealingKey, randomBytes),
        },
      })
    const written = await withinQuota(playBytes, playerId, bytes, () =>
      writer.write({ player: playerId, fingerprint: content, key, receivedAt, encode }),
    )

    answerPosition(reply, written.position)
    const patience = prefersNoWait(request.headers.prefer) ? 0 : rankPatience
    return answerOf({ ...written, player: playerId, sent: data, note }, patience)
  })
}

/** The body, well-formed. Throws 422 that names the fields and what is wrong with them. */
function checkedBody(sent: Readonly<Record<string, unknown>>, hash: string): PlayBody {
  const read = readPlayBody(sent, hash)
  if (read.ok) return read.body
  const [first = { field: 'body', reason: 'is malformed' }] = read.problems
  throw new Refusal(422, `${first.field} ${first.reason}`, {
    field: first.field,
    reasons: [...read.problems],
  })
}

/** Throws 413 that names the field that holds more than is kept of it. */
function packed(body: PlayBody): PackedBody {
  try {
    return packPlay(body)
  } catch (error) {
    if (!(error instanceof PlayTooLargeError)) throw error
    throw new Refusal(413, `${error.field} ${error.message}`, { field: error.field })
  }
}

/** `Prefer: wait=0` (RFC 7240): an answer at once, without ranks. */
function prefersNoWait(header: string | string[] | undefined): boolean {
  return /(^|[,;\s])wait\s*=\s*"?0"?\s*($|[,;])/i.test(String(header ?? ''))
}
