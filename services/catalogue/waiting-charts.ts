import { decideCharts, listWaitingCharts, waitingShown } from '@stepledger/contracts/http/pack-uploads.ts'
import type { FastifyInstance } from 'fastify'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import type { CatalogueDeps, DecisionDeps } from './deps.ts'
import { foldedDecision } from './folded-decision.ts'
import { decideChartsOf, maxWaiting } from './uploads/decide-charts.ts'
import { packsOwnedBy } from './uploads/pack-ids.ts'

/** Serves the waiting charts of own packs, and decisions about those of other uploaders. */
export function serveWaitingCharts(
  app: FastifyInstance,
  { database, handle, streams, now, waiting }: CatalogueDeps & DecisionDeps,
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

  serve(app, decideCharts, async ({ caller, reply, body: { packId, accepted, charts } }) => {
    const by = caller.playerId
    const waitingForCaller = async () => {
      const packs = await packsOwnedBy(database, by)
      return waiting.waitingCharts({ packs: [packId], describedBy: packs }, maxWaiting)
    }
    const decision = { packId, accepted, by, charts, waiting: waitingForCaller, at: now() }
    sendPosition(reply, await foldedDecision(waiting, decideChartsOf({ handle, streams }, decision)))
    return { decided: charts.length }
  })
}
