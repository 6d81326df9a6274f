import {
  getWipe,
  lostFirstsShown,
  previewWipe,
  reinstateWipe,
  wipePlays,
} from '@stepledger/contracts/http/operated-plays.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { WipeCriteria } from '@stepledger/projections/plays/wiped-plays.ts'
import type { FastifyInstance } from 'fastify'
import { conflict, HttpError, notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { foldedBefore } from '../../progress.ts'
import { withHttpErrors } from '../append-event.ts'
import type { IngestDeps } from '../deps.ts'
import { reinstatementEntry, wipeEntry } from './audit-entries.ts'
import { decidePlays, newWipeId } from './decide-plays.ts'
import { foldTimeoutMs, requireFolded } from './fold-waits.ts'

/** Serves wipes and their reinstatement to operators, as `ledger wipe` and `ledger reinstate` do them. */
export function serveWipes(app: FastifyInstance, deps: IngestDeps): void {
  const { players, findByAlias, reads, recordAction, now, random } = deps

  serve(app, previewWipe, async ({ query: { player: named, until, ...given } }) => {
    const player = named === undefined ? undefined : await findPlayer(named)
    const before = Math.min(now(), until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until))
    const criteria = criteriaOf({ ...given, player, until: before })
    await requireFolded(deps)
    const { firsts, ...extent } = await reads.wipeExtent(criteria, lostFirstsShown)
    const ids = [...firsts.map((first) => first.player), ...(player === undefined ? [] : [player])]
    const names = await players.lookUp([...new Set(ids)])
    const nameOf = (id: string) => ({ id, alias: names.get(id)?.alias ?? null })
    return {
      ...extent,
      user: player === undefined ? null : nameOf(player),
      until: new Date(before).toISOString(),
      firsts: firsts.map(({ chart: hash, title, board: leaderboard, player: id, playId, score }) => ({
        chart: { hash, title },
        leaderboard,
        user: nameOf(id),
        playId,
        score,
      })),
    }
  })

  async function findPlayer(named: string): Promise<string> {
    const id = playerId.safeParse(named)
    const found = id.success ? id.data : await findByAlias(named)
    if (found === null) throw notFound('Player not found')
    return found
  }

  serve(app, wipePlays, async ({ body: { expected, reason, until, ...given }, caller }) => {
    const criteria = criteriaOf({ ...given, until: Math.min(now(), Date.parse(until)) })
    await requireFolded(deps)
    const { plays } = await reads.wipeExtent(criteria, 0)
    if (plays !== expected) throw conflict(`${plays} plays match now. Preview the wipe again.`)
    const wipe = newWipeId(now(), random)
    const by = { id: caller.playerId, reason }
    await recordAction(wipeEntry(criteria.player ?? null, { wipe, plays, reason }), by)
    const done = await withHttpErrors(() =>
      decidePlays(
        deps,
        (page) => reads.matchingPlays(criteria, page),
        ({ playId }) => ({ type: 'withdraw', playId, by: 'operator', reason, wipe }),
        { now },
      ),
    )
    // Another wipe of the same plays was first.
    if (done.plays === 0) throw conflict('0 plays match now. Preview the wipe again.')
    await foldedBefore(deps.progress, done.ends, foldTimeoutMs)
    return { wipe, plays: done.plays }
  })

  serve(app, getWipe, ({ params: { wipe } }) => reads.extentOfWipe(wipe))

  serve(app, reinstateWipe, async ({ params: { wipe }, body: { expected, reason }, caller }) => {
    await requireFolded(deps)
    const { plays } = await reads.extentOfWipe(wipe)
    if (plays !== expected) throw conflict(`This wipe withdraws ${plays} plays now. Reload the page.`)
    await recordAction(reinstatementEntry(wipe, plays), { id: caller.playerId, reason })
    const done = await withHttpErrors(() =>
      decidePlays(
        deps,
        (page) => reads.playsOfWipe(wipe, page),
        ({ playId }) => ({ type: 'reinstate', playId, wipe }),
        { now },
      ),
    )
    if (done.plays === 0) throw conflict('This wipe withdraws 0 plays now. Reload the page.')
    await foldedBefore(deps.progress, done.ends, foldTimeoutMs)
    return { plays: done.plays }
  })
}

interface Given {
  readonly player?: string | undefined
  readonly play?: number | undefined
  readonly chart?: string | undefined
  readonly clientVersion?: string | undefined
  readonly since?: string | undefined
  readonly until: number
}

/** Throws 400 without any criterion but `until`, which would match every play. */
function criteriaOf({ player, play, chart, clientVersion, since, until }: Given): WipeCriteria {
  if ([player, play, chart, clientVersion, since].every((criterion) => criterion === undefined))
    throw new HttpError(400, 'Specify a player, a play, a chart, a version or a time')
  return {
    ...(player !== undefined && { player }),
    ...(play !== undefined && { plays: [play] }),
    ...(chart !== undefined && { chart }),
    ...(clientVersion !== undefined && { clientVersion }),
    ...(since !== undefined && { since: Date.parse(since) }),
    until,
  }
}
