import { setTimeout as sleep } from 'node:timers/promises'
import {
  listParkedEvents,
  parkedShown,
  pruneGenerations,
  replayLedger,
  retryParkedEvents,
  rollBack,
} from '@stepledger/contracts/http/operated-generations.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { conflict, HttpError } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveAction } from '../../platform/http/serve-action.ts'
import { dropGeneration } from '../generations/drop-generation.ts'
import { previousOf, readGenerations } from '../generations/generations.ts'
import { abandonBuild, rollBack as goBack, leaveNewerCode } from '../generations/go-back.ts'
import { requestGeneration } from '../generations/next-generation.ts'
import { markParkedForRetry, parkedEvents } from '../generations/parked-events.ts'
import { publishRules } from '../generations/publish-rules.ts'
import { awaitGeneration, type Follower } from './await-generation.ts'
import { type ProjectorDeps, refuseOlderProjector, rulesInForce, withHttpErrors } from './deps.ts'

/** Grace period for reads that began before a switch, ms. */
const pruneGraceMs = 60_000

/** Timeout of a projector for the next parked event, and polling interval, ms. */
const retryTimeoutMs = 15_000
const retryPollMs = 50

/** Serves generations and their parked events to operators. */
export function serveGenerations(app: FastifyInstance, deps: ProjectorDeps): void {
  const { database, doRecorded } = deps

  serveAction(app, replayLedger, {
    plan: () => ({}),
    async act(call) {
      const { by, input } = call
      if (input.abandon) {
        const abandon = () => abandonBuild(deps, { operator: by.id, reason: by.reason })
        const abandoned = await withHttpErrors(() =>
          doRecorded('Build abandoned', by, abandon, (done) => done && { generation: String(done.id) }),
        )
        if (abandoned === null) throw conflict('No generation is being built')
        return { outcome: 'abandoned' as const, generation: abandoned.id, parked: 0 }
      }
      await refuseOlderProjector(deps)
      const inForce = await rulesInForce(deps)
      const request = () => requestGeneration(database, { inForce, codeVersion })
      const id = await withHttpErrors(() =>
        doRecorded('History folded again', by, request, (generation) => ({
          generation: String(generation),
        })),
      )
      return awaitGeneration(deps, call, (generation) => generation.id === id)
    },
  })

  serveAction(app, rollBack, {
    async plan() {
      const previous = previousOf(await readGenerations(database.pool))
      if (previous) return { generation: previous.id, title: previous.rules.title }
      throw conflict('There is no earlier generation to roll back to: none was live before, or it was pruned')
    },
    async act(call, { generation }) {
      const actedBy = { operator: call.by.id, reason: call.by.reason }
      const rollBackTo = async () => {
        const left = await leaveNewerCode(database, codeVersion)
        // Refused if these are in force.
        if (left) await publishRules(deps, left.rules, { by: actedBy })
        return { isLive: left !== null, ...(left ?? (await goBack(deps, actedBy, generation))) }
      }
      const { isLive, id } = await withHttpErrors(() =>
        doRecorded('Rolled back', call.by, rollBackTo, (done) => ({
          generation: String(done.id),
          rules: `0:${done.rulesOffset}`,
        })),
      )
      if (isLive) return { outcome: 'live' as const, generation: id, parked: 0 }
      return awaitGeneration(deps, call, (one) => one.id === id)
    },
  })

  serveAction(app, pruneGenerations, {
    async plan() {
      const kept = (await readGenerations(database.pool)).filter(({ state }) => state === 'kept')
      const generations = kept.filter(({ leftMsAgo }) => (leftMsAgo ?? 0) >= pruneGraceMs).map(({ id }) => id)
      if (generations.length > 0) return { generations }
      const [recent] = kept
      throw conflict(
        recent
          ? `Generation ${recent.id} was live less than a minute ago: try again later`
          : 'No generation was live before',
      )
    },
    async act({ by }, { generations }) {
      const dropAll = async () => {
        const dropped: number[] = []
        for (const id of generations) if (await dropGeneration(database, id)) dropped.push(id)
        return dropped
      }
      const dropped = await doRecorded('Generations dropped', by, dropAll, (ids) =>
        ids.length > 0 ? { generations: ids.join(', ') } : null,
      )
      return { dropped }
    },
  })

  const liveGeneration = async () => {
    const live = await readLiveGeneration(database)
    if (live) return live.id
    throw conflict('There are no read models yet: nothing has been folded')
  }

  serve(app, listParkedEvents, async () => {
    const { count, first } = await parkedEvents(database.pool, await liveGeneration(), parkedShown)
    return { count, first: [...first] }
  })

  serveAction(app, retryParkedEvents, {
    plan: () => ({}),
    async act(call) {
      const live = await liveGeneration()
      const stopped = (await readGenerations(database.pool)).find((one) => one.stopped !== null)
      const mark = () => markParkedForRetry(database, live)
      const retried = await doRecorded('Parked events retried', call.by, mark, (events) => ({
        events: String(events),
      }))
      if (!call.follows) return { retried, folded: 0, parked: retried, build: null }
      const parked = await awaitRetry(live, retried, call)
      return {
        retried,
        folded: Math.max(0, retried - parked),
        parked,
        build: stopped ? await awaitGeneration(deps, call, ({ id }) => id === stopped.id) : null,
      }
    },
  })

  /** Waits until the projector has retried the marked events; returns how many are parked then. */
  async function awaitRetry(
    generation: number,
    retried: number,
    { progress, signal }: Follower,
  ): Promise<number> {
    let left = { parked: retried, marked: retried }
    let movedAt = performance.now()
    while (left.marked > 0) {
      await sleep(retryPollMs, undefined, { signal })
      const { rows } = await database.pool.query(
        'select count(*)::int as parked, (count(*) filter (where retry))::int as marked from projector.parked where generation = $1',
        [generation],
      )
      const [now] = counts.parse(rows)
      if (now.marked !== left.marked) movedAt = performance.now()
      if (performance.now() - movedAt > retryTimeoutMs)
        throw new HttpError(
          503,
          'No projector has retried them: is one running? They are marked, and are retried when one starts.',
        )
      left = now
      progress({ what: 'Retrying', done: Math.max(0, retried - left.marked), of: retried, unit: 'events' })
    }
    return left.parked
  }
}

const counts = z.tuple([z.object({ parked: z.int(), marked: z.int() })])
