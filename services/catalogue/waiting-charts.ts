import { decideWaitingPack } from '@stepledger/contracts/http/operated-actions.ts'
import { decideCharts, listWaitingCharts, waitingShown } from '@stepledger/contracts/http/pack-uploads.ts'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import type { CatalogueDeps, WaitingDeps } from './deps.ts'
import { decideChartsOf, keyOfWaiting } from './uploads/decide-charts.ts'
import { decisionsInTurn } from './uploads/decisions-in-turn.ts'
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
    ledger,
    now,
    waiting,
    recordAction,
  }: CatalogueDeps & Pick<WaitingDeps, 'waiting' | 'recordAction'>,
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

  const inTurn = decisionsInTurn({ database, ledger, waiting })

  serve(app, decideCharts, async ({ caller, reply, body: { packId, accepted, charts } }) => {
    const by = caller.playerId
    const position = await inTurn(packId, async () => {
      const packs = await packsOwnedBy(database, by)
      const decidable = await waiting.waitingCharts({ packs: [packId], describedBy: packs }, maxWaiting)
      const keys = new Set(decidable.map(keyOfWaiting))
      if (!charts.every((chart) => keys.has(keyOfWaiting(chart))))
        throw conflict("These charts have changed, or aren't yours to decide. Reload the page.")
      return decideChartsOf(ledger, { packId, accepted, by, charts, at: now() })
    })
    await waiting.reached(position, foldTimeoutMs)
    sendPosition(reply, position)
    return { decided: charts.length }
  })

  serve(app, decideWaitingPack, async ({ caller, reply, body: { packId, accepted, expected, reason } }) => {
    const position = await inTurn(packId, async () => {
      const charts = await waiting.waitingCharts({ packs: [packId] }, maxWaiting)
      if (charts.length !== expected)
        throw conflict(`${charts.length} charts of this pack wait for a decision now. Reload the page.`)
      await recordAction(
        {
          what: accepted ? 'Charts accepted' : 'Charts refused',
          details: { pack: String(packId), charts: String(charts.length) },
        },
        { id: caller.playerId, reason },
      )
      return decideChartsOf(ledger, { packId, accepted, by: null, charts, at: now() })
    })
    await waiting.reached(position, foldTimeoutMs)
    sendPosition(reply, position)
    return { decided: expected }
  })
}

/** Maximum of waiting charts read per pack: more than any pack has. */
const maxWaiting = 100_000
