import { createHash } from 'node:crypto'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import {
  acceptCharts,
  listAllWaitingCharts,
  type PackIdOrName,
  passPackOn,
  refuseCharts,
  removePack,
  renamePack,
  waitingListed,
} from '@stepledger/contracts/http/operated-packs.ts'
import { differencesOf, type WaitingChart } from '@stepledger/contracts/http/pack-uploads.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sourceKey } from '@stepledger/contracts/packs/chart-sources.ts'
import type { FastifyInstance } from 'fastify'
import type { OperatorEntry } from '../platform/audit/operator-entry.ts'
import { conflict, notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { type ActionCall, serveAction } from '../platform/http/serve-action.ts'
import type { CatalogueDeps, OperatorDeps } from './deps.ts'
import { findPack, packNamed, renamePackKey, setPackOwner } from './uploads/pack-ids.ts'
import { decideChartsOf, foldedDecision, late, maxWaiting } from './waiting-charts.ts'

/** Serves to operators the removal, name and owner of packs, and decisions about all charts that wait. */
export function serveOperatedPacks(app: FastifyInstance, deps: CatalogueDeps & OperatorDeps): void {
  const { database, handle, streams, waiting, findByAlias, recordAction, now } = deps

  type Command = Parameters<typeof streams.pack.decider.decide>[1]

  async function idOf(named: PackIdOrName): Promise<number> {
    const id = await findPack(database, named)
    if (id === null) throw notFound(`There is no pack ${named}`)
    return id
  }

  /** The pack after all its events. Throws 503 where the fold is behind. */
  async function read(packId: number) {
    return itemAt(await streams.pack.read([String(packId)]).catch(late), 0)
  }

  /** Throws 409 if the pack would refuse the command. */
  async function planOf(named: PackIdOrName, command: (packId: number) => Command) {
    const packId = await idOf(named)
    const state = await read(packId)
    const refused = streams.pack.decider.decide(state, command(packId))
    if (isRefusal(refused)) throw conflict(refused.message)
    return { packId, packName: state.name }
  }

  async function decide(
    { by, signal }: Pick<ActionCall<never>, 'by' | 'signal'>,
    command: Command,
    entry: OperatorEntry,
    beforeAppend = async () => {},
  ): Promise<void> {
    const options = {
      at: now(),
      signal,
      async beforeAppend() {
        await recordAction(entry, by)
        await beforeAppend()
      },
    }
    await foldedDecision(waiting, handle(streams.pack, String(command.packId), command, options))
  }

  serveAction(app, removePack, {
    plan: ({ input }) => planOf(input.pack, (packId) => ({ type: 'remove', packId })),
    async act(call, { packId }) {
      const entry = { what: 'Pack removed', details: { pack: String(packId) } }
      await decide(call, { type: 'remove', packId }, entry)
      return {}
    },
  })

  serveAction(app, renamePack, {
    async plan({ input: { pack, name } }) {
      const plan = await planOf(pack, (packId) => ({ type: 'rename', packId, name }))
      const other = await packNamed(database, name)
      if (other !== null && other.id !== plan.packId) throw isCalledSo(name)
      return plan
    },
    async act(call, { packId }) {
      const { name } = call.input
      const entry = { what: 'Pack renamed', details: { pack: String(packId), name } }
      await decide(call, { type: 'rename', packId, name }, entry, async () => {
        if (!(await renamePackKey(database, packId, name))) throw isCalledSo(name)
      })
      return {}
    },
  })

  async function playerOf(alias: string): Promise<string> {
    const player = await findByAlias(alias)
    if (player === null) throw notFound(`There is no player ${alias}`)
    return player
  }

  serveAction(app, passPackOn, {
    async plan({ input: { pack, alias } }) {
      const owner = await playerOf(alias)
      return planOf(pack, (packId) => ({ type: 'passOn', packId, owner }))
    },
    async act(call, { packId }) {
      const owner = await playerOf(call.input.alias)
      const entry = { playerId: owner, what: 'Pack received', details: { pack: String(packId) } }
      await decide(call, { type: 'passOn', packId, owner }, entry)
      await setPackOwner(database, packId, owner)
      return {}
    },
  })

  serve(app, listAllWaitingCharts, async ({ query: { pack } }) => {
    const packs = pack === undefined ? {} : { packs: [await idOf(pack)] }
    const charts = await waiting.waitingCharts(packs, maxWaiting)
    const listed = charts.slice(0, waitingListed)
    return {
      charts: charts.length,
      waiting: listed.map((chart) => ({
        packId: chart.packId,
        packName: chart.packName,
        ...shown(chart),
      })),
    }
  })

  const chartsOf = async (packId: number, song: number | undefined) =>
    (await waiting.waitingCharts({ packs: [packId] }, maxWaiting)).filter(
      ({ songId }) => song === undefined || songId === song,
    )

  for (const [action, accepted, what] of [
    [acceptCharts, true, 'Charts accepted'],
    [refuseCharts, false, 'Charts refused'],
  ] as const)
    serveAction(app, action, {
      async plan({ input }) {
        const packId = await idOf(input.pack)
        const { name: packName } = await read(packId)
        const charts = await chartsOf(packId, input.song)
        if (charts.length === 0) throw conflict(`No chart of ${songOf(input)}this pack waits for acceptance`)
        return {
          packId,
          packName,
          charts: charts.length,
          digest: digestOf(charts),
          waiting: charts.slice(0, waitingListed).map(shown),
        }
      },
      async act({ input, by }, { packId, digest }) {
        const charts = await chartsOf(packId, input.song)
        if (digestOf(charts) !== digest) throw conflict('These charts have changed. Look at them again.')
        const details = {
          pack: String(packId),
          ...(input.song !== undefined && { song: String(input.song) }),
          charts: String(charts.length),
        }
        const decision = {
          packId,
          accepted,
          by: null,
          charts,
          waiting: () => chartsOf(packId, undefined),
          at: now(),
          beforeAppend: () => recordAction({ what, details }, by),
        }
        await foldedDecision(waiting, decideChartsOf({ handle, streams }, decision))
        return { charts: charts.length }
      },
    })
}

const isCalledSo = (name: string) => conflict(`Another pack is called ${name}`)

function songOf({ song }: { readonly song?: number | undefined }): string {
  return song === undefined ? '' : `song ${song} of `
}

function shown(chart: WaitingChart) {
  const { songId, hash, states, known } = chart
  const { title, difficulty, meter } = states
  const differences = differencesOf(chart).map(
    ({ what, before, after }) => `${what.toLowerCase()}: ${before} → ${after}`,
  )
  if (known !== null && differences.length === 0) differences.push('counts of another chart with this hash')
  return { songId, hash, title, difficulty, meter, differences, inForce: known?.packName ?? null }
}

function digestOf(charts: readonly WaitingChart[]): string {
  const hash = createHash('sha256')
  for (const chart of charts) hash.update(`${sourceKey(chart)}\n`)
  return hash.digest('base64url')
}
