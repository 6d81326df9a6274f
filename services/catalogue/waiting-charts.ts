import { isRefusal } from '@stepledger/contracts/decider.ts'
import { decideWaitingPack } from '@stepledger/contracts/http/operated-actions.ts'
import { decideCharts, listWaitingCharts, waitingShown } from '@stepledger/contracts/http/pack-uploads.ts'
import type { FastifyInstance } from 'fastify'
import { StreamBusyError, UnconfirmedDecisionError } from '../platform/decisions/handle.ts'
import { conflict, HttpError } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import type { CatalogueDeps, WaitingDeps } from './deps.ts'
import { decideChartsOf } from './uploads/decide-charts.ts'
import { packsOwnedBy } from './uploads/pack-ids.ts'

/** Read-your-write: how long a decision, or a processed upload, waits for its fold, ms. */
export const foldTimeoutMs = 2_000

/**
 * Serves the waiting charts of own packs, and decisions about those of other uploaders and, by operators, of all packs.
 */
export function serveWaitingCharts(
  app: FastifyInstance,
  {
    database,
    handle,
    streams,
    now,
    waiting,
    recordAction,
  }: CatalogueDeps & Pick<WaitingDeps, 'handle' | 'streams' | 'waiting' | 'recordAction'>,
): void {
  serve(app, listWaitingCharts, async ({ caller }) => {
    const packs = await packsOwnedBy(database, caller.playerId)
    if (packs.length === 0) return { own: [], toDecide: [] }
    const [own, toDecide] = await Promise.all([
      waiting.waitingCharts({ packs }, waitingShown),
      waiting.waitingCharts({ describedBy: packs }, waitingShown),
    ])
    return { own: [...own], toDecide: [...toDecide] }
  })

  const decide = async (decision: Omit<Parameters<typeof decideChartsOf>[1], 'at'>) => {
    const decided = await decideChartsOf({ handle, streams }, { ...decision, at: now() }).catch(late)
    if (isRefusal(decided)) throw conflict(decided.message)
    await waiting.reached(decided, foldTimeoutMs)
    return decided
  }

  serve(app, decideCharts, async ({ caller, reply, body: { packId, accepted, charts } }) => {
    const by = caller.playerId
    const waitingForCaller = async () => {
      const packs = await packsOwnedBy(database, by)
      return waiting.waitingCharts({ packs: [packId], describedBy: packs }, maxWaiting)
    }
    sendPosition(reply, await decide({ packId, accepted, by, charts, waiting: waitingForCaller }))
    return { decided: charts.length }
  })

  serve(app, decideWaitingPack, async ({ caller, reply, body: { packId, accepted, expected, reason } }) => {
    const allWaiting = () => waiting.waitingCharts({ packs: [packId] }, maxWaiting)
    const charts = await allWaiting()
    if (charts.length !== expected)
      throw conflict(`${charts.length} charts of this pack wait for a decision now. Reload the page.`)
    const entry = {
      what: accepted ? 'Charts accepted' : 'Charts refused',
      details: { pack: String(packId), charts: String(charts.length) },
    }
    const beforeAppend = () => recordAction(entry, { id: caller.playerId, reason })
    sendPosition(
      reply,
      await decide({ packId, accepted, by: null, charts, waiting: allWaiting, beforeAppend }),
    )
    return { decided: expected }
  })
}

function late(cause: unknown): never {
  if (!(cause instanceof StreamBusyError || cause instanceof UnconfirmedDecisionError)) throw cause
  const message = 'Earlier changes of packs are still being processed. Please try again.'
  throw new HttpError(503, message, { headers: { 'retry-after': '5' } }, { cause })
}

/** Maximum of waiting charts read per pack: more than any pack has. */
const maxWaiting = 100_000
