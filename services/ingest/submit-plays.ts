import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PlayVerdict, queuedPlay, submitPlays } from '@stepledger/contracts/http/bulk-plays.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'
import { isRecord } from '@stepledger/contracts/is-record.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { FastifyInstance } from 'fastify'
import { countCall } from '../platform/http/count-call.ts'
import { breaksRule } from '../platform/http/http-error.ts'
import { errorAnswerOf, httpErrorOf, unexpectedError } from '../platform/http/http-error-of.ts'
import { parseInput } from '../platform/http/parse-input.ts'
import { answerPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { addressKey } from '../platform/limits/address-key.ts'
import type { IngestDeps } from './deps.ts'
import type { SentPlay } from './keep-play.ts'
import { playAge } from './played-at.ts'
import { rankTimeout } from './rank-timeout.ts'
import type { AcceptedPlay, AnswerOf } from './submit-answer.ts'

type Outcome = { readonly kept: AcceptedPlay } | { readonly error: unknown }

/** Takes the plays that wait in a queue, each as if it had been sent alone: counted, kept and judged by itself. */
export function serveSubmitPlays(
  app: FastifyInstance,
  { now, log }: Pick<IngestDeps, 'now' | 'log'>,
  keep: (sent: SentPlay) => Promise<AcceptedPlay>,
  answerOf: AnswerOf,
): void {
  const { limits } = app.guards

  serve(app, submitPlays, async ({ body: { plays }, caller: { playerId }, request, reply }) => {
    const receivedAt = now()
    const sender = { playerId, addressKey: addressKey(request.ip) }
    const keepOne = async (sent: unknown, nth: number): Promise<Outcome> => {
      try {
        // The gate has counted the first one.
        if (nth > 0) await countCall(limits, 'play', playerId)
        return { kept: await keep({ ...queuedPlayOf(sent), ...sender, receivedAt }) }
      } catch (error) {
        return { error }
      }
    }
    const keeping: Promise<Outcome>[] = []
    for (const [nth, sent] of plays.entries()) {
      keeping.push(keepOne(sent, nth))
      // To check and pack a long play takes ten milliseconds: others are served in between.
      await nextTurn()
    }
    const outcomes = await Promise.all(keeping)

    const [furthest] = outcomes
      .flatMap((outcome) => ('kept' in outcome ? outcome.kept.position : []))
      .toSorted((a, b) => b.offset - a.offset)
    if (furthest) answerPosition(reply, furthest)
    return { results: await verdictsOf(outcomes, rankTimeout(request.headers.prefer)) }
  })

  /**
   * One after the other: fifty at once would take the connections that plays of others wait for. All together they wait
   * no longer than one.
   */
  async function verdictsOf(outcomes: readonly Outcome[], patience: number): Promise<PlayVerdict[]> {
    const until = performance.now() + patience
    const verdicts: PlayVerdict[] = []
    for (const outcome of outcomes) {
      if ('kept' in outcome) {
        const left = patience === 0 ? 0 : Math.max(1, Math.ceil(until - performance.now()))
        verdicts.push({ status: 200, body: await answerOf(outcome.kept, left) })
      } else verdicts.push(refused(outcome.error))
    }
    return verdicts
  }

  function refused(error: unknown): PlayVerdict {
    const known = httpErrorOf(error, true)
    if (known === null) log.error(`a play of a queue failed: ${String(error)}`)
    const refusal = known ?? unexpectedError
    const retryAfter = Number(refusal.details.headers?.['retry-after'])
    return {
      status: refusal.status,
      body: errorAnswerOf(refusal),
      ...(retryAfter > 0 ? { retryAfter } : {}),
    }
  }
}

/** Throws 422 that names the field, as it is called in one play of the queue. */
function queuedPlayOf(sent: unknown): Pick<SentPlay, 'body' | 'hash' | 'ownerId' | 'idempotencyKey' | 'age'> {
  if (!isRecord(sent)) throw breaksRule('plays', 'plays must hold objects')
  const { idempotencyKey, userId, age, play } = parseInput(queuedPlay, sent, 'body')
  if (!isRecord(play)) throw breaksRule('play', 'play must be an object')
  const hash = chartHash.safeParse(play.hash)
  if (!hash.success) throw breaksRule('hash', 'hash must be 16 lower-case hex digits')
  return {
    body: play,
    hash: hash.data,
    ownerId: userId ?? null,
    age: playAge(age),
    idempotencyKey: idempotencyKey === undefined ? null : cleanText(idempotencyKey),
  }
}
