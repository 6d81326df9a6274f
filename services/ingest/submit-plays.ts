import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PlayVerdict, queuedPlay, submitPlays } from '@stepledger/contracts/http/game.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'
import { isRecord } from '@stepledger/contracts/is-record.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { enforceLimit } from '../platform/http/enforce-limit.ts'
import { errorAnswerOf, httpErrorOf, unexpectedError } from '../platform/http/error-answers.ts'
import { invalidField } from '../platform/http/http-error.ts'
import { parseInput } from '../platform/http/parse-input.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { addressKey } from '../platform/limits/address-key.ts'
import type { IngestDeps } from './deps.ts'
import { playAge } from './played-at.ts'
import type { AcceptedPlay, RecordPlay, SentPlay } from './record-play.ts'
import { type BuildAnswer, rankTimeout } from './submit-answer.ts'
import { tracePlay } from './trace-play.ts'

type Outcome = { readonly accepted: AcceptedPlay } | { readonly error: unknown }

/** Serves the submission of a client's queue. Each play is rate-limited, stored and answered as if sent alone. */
export function serveSubmitPlays(
  app: FastifyInstance,
  { now, tracing }: Pick<IngestDeps, 'now' | 'tracing'>,
  recordPlay: RecordPlay,
  buildAnswer: BuildAnswer,
): void {
  const { limits } = app.guards

  serve(app, submitPlays, async ({ body: { plays }, caller: { playerId }, request, reply }) => {
    const receivedAt = now()
    const start = performance.now() - reply.elapsedTime
    const sender = { playerId, addressKey: addressKey(request.ip) }
    const keepOne = async (sent: unknown, index: number): Promise<Outcome> => {
      try {
        // The gate has counted the first play.
        if (index > 0) await enforceLimit(limits, 'play', playerId)
        return { accepted: await recordPlay({ ...parseQueuedPlay(sent), ...sender, receivedAt }) }
      } catch (error) {
        return { error }
      }
    }
    const pending: Promise<Outcome>[] = []
    for (const [index, sent] of plays.entries()) {
      pending.push(keepOne(sent, index))
      // Validating and packing a long play takes 10 ms; yields so that other requests are served in between.
      await nextTurn()
    }
    const outcomes = await Promise.all(pending)
    request.refusedPlays = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []))

    const [lastPosition] = outcomes
      .flatMap((outcome) => ('accepted' in outcome ? outcome.accepted.position : []))
      .toSorted((a, b) => b.offset - a.offset)
    if (lastPosition) sendPosition(reply, lastPosition)
    const timeoutMs = rankTimeout(request.headers.prefer)
    const results = await verdictsOf(outcomes, timeoutMs, request)
    for (const outcome of outcomes)
      if ('accepted' in outcome) tracePlay(tracing, submitPlays, outcome.accepted, start)
    return { results }
  })

  /**
   * Builds the answers sequentially: fifty at once would exhaust the connection pool. All share one deadline, so the
   * request waits no longer than that of a single play.
   */
  async function verdictsOf(
    outcomes: readonly Outcome[],
    timeoutMs: number,
    request: FastifyRequest,
  ): Promise<PlayVerdict[]> {
    const deadline = performance.now() + timeoutMs
    const verdicts: PlayVerdict[] = []
    for (const outcome of outcomes) {
      if ('accepted' in outcome) {
        const remainingMs = timeoutMs === 0 ? 0 : Math.max(1, Math.ceil(deadline - performance.now()))
        verdicts.push({ status: 200, body: await buildAnswer(outcome.accepted, remainingMs) })
      } else verdicts.push(failedVerdict(outcome.error, request))
    }
    return verdicts
  }

  function failedVerdict(error: unknown, request: FastifyRequest): PlayVerdict {
    const known = httpErrorOf(error, true)
    if (known === null || known.details.refusal === 'ledger' || known.details.refusal === 'database')
      request.log.error({ reqId: request.id, ...known?.details.about, err: error }, 'a queued play failed')
    const httpError = known ?? unexpectedError
    const retryAfter = Number(httpError.details.headers?.['retry-after'])
    return {
      status: httpError.status,
      body: errorAnswerOf(httpError),
      ...(retryAfter > 0 ? { retryAfter } : {}),
    }
  }
}

/** Parses one play of the queue. Throws 422 that names the field. */
function parseQueuedPlay(
  sent: unknown,
): Pick<SentPlay, 'body' | 'hash' | 'ownerId' | 'idempotencyKey' | 'age'> {
  if (!isRecord(sent)) throw invalidField('plays', 'plays must hold objects')
  const { idempotencyKey, userId, age, play } = parseInput(queuedPlay, sent, 'body')
  if (!isRecord(play)) throw invalidField('play', 'play must be an object')
  const hash = chartHash.safeParse(play.hash)
  if (!hash.success) throw invalidField('hash', 'hash must be 16 lower-case hex digits')
  return {
    body: play,
    hash: hash.data,
    ownerId: userId ?? null,
    age: playAge(age),
    idempotencyKey: idempotencyKey === undefined ? null : cleanText(idempotencyKey),
  }
}
