import { isRefusal, type Refusal } from '@stepledger/contracts/decider.ts'
import {
  decideCharts,
  listWaitingCharts,
  type WaitingChart,
  waitingShown,
} from '@stepledger/contracts/http/pack-uploads.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { sourceKey } from '@stepledger/contracts/packs/chart-sources.ts'
import type { FastifyInstance } from 'fastify'
import type { DecidedStreams } from '../decided-streams.ts'
import { type Handle, StreamBusyError, UnconfirmedDecisionError } from '../platform/decisions/handle.ts'
import { conflict, HttpError } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import type { CatalogueDeps, DecisionDeps, WaitingReads } from './deps.ts'
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

type Chart = Pick<WaitingChart, 'songId' | 'hash' | 'content'>

interface ChartDecision {
  readonly packId: number
  readonly accepted: boolean
  /** The deciding player; null for an operator. */
  readonly by: string | null
  readonly charts: readonly Chart[]
  /** Reads the charts of the pack that wait for this decider. */
  readonly waiting: () => Promise<readonly Chart[]>
  /** Ms since 1970. */
  readonly at: number
  /** Called before the first append. */
  readonly beforeAppend?: () => Promise<void>
}

/** Maximum of waiting charts read: more than any pack has. */
export const maxWaiting = 100_000

/** Charts per event: a pack may have thousands, and the size of events is limited. */
const chartsPerEvent = 2_000

/** Accepts or refuses waiting charts of a pack. Returns the position of the last event. Throws like `handle`. */
export async function decideChartsOf(
  { handle, streams }: { readonly handle: Handle; readonly streams: Pick<DecidedStreams, 'chartSources'> },
  { packId, accepted, by, charts, waiting, at, beforeAppend = async () => {} }: ChartDecision,
): Promise<Position | Refusal> {
  const withWaiting = {
    ...streams.chartSources,
    async read(packs: readonly string[]) {
      const state = itemAt(await streams.chartSources.read(packs), 0)
      return [{ ...state, waiting: (await waiting()).map(sourceKey) }]
    },
  }
  const type = accepted ? 'accept' : 'refuse'
  for (let from = 0; ; from += chartsPerEvent) {
    const sources = charts
      .slice(from, from + chartsPerEvent)
      .map(({ songId, hash, content }) => ({ songId, hash, content }))
    const decided = await handle(
      withWaiting,
      String(packId),
      { type, packId, by, sources },
      {
        at,
        ...(from === 0 && { beforeAppend }),
      },
    )
    if (isRefusal(decided) || from + chartsPerEvent >= charts.length) return decided
  }
}

/** Read-your-write: how long a decision, or a processed upload, waits for its fold, ms. */
export const foldTimeoutMs = 2_000

/** Resolves once a decision is folded, or after the timeout. Rejects with 409 if it is refused, with 503 if it is late. */
export async function foldedDecision(
  { reached }: Pick<WaitingReads, 'reached'>,
  decision: Promise<Position | Refusal>,
): Promise<Position> {
  const decided = await decision.catch(late)
  if (isRefusal(decided)) throw conflict(decided.message)
  await reached(decided, foldTimeoutMs)
  return decided
}

/** Throws 503 for a decision, or a read for one, that could not be made yet. */
export function late(cause: unknown): never {
  if (!(cause instanceof StreamBusyError || cause instanceof UnconfirmedDecisionError)) throw cause
  const message = 'Earlier changes of packs are still being processed. Please try again.'
  throw new HttpError(503, message, { headers: { 'retry-after': '5' } }, { cause })
}
