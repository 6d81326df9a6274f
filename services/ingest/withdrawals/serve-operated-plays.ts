import { getOperatedPlay, withdrawForGood } from '@stepledger/contracts/http/operated-plays.ts'
import type { FastifyInstance } from 'fastify'
import { accountLock } from '../../platform/database/account-lock.ts'
import { conflict, notFound } from '../../platform/http/http-error.ts'
import { sendPosition } from '../../platform/http/position.ts'
import { serve } from '../../platform/http/serve.ts'
import { withHttpErrors } from '../append-event.ts'
import type { IngestDeps } from '../deps.ts'
import { appendWithdrawal } from './append-withdrawal.ts'
import { withdrawalEntry } from './audit-entries.ts'
import { foldTimeoutMs, requireFolded } from './fold-waits.ts'

/** Serves a play to operators, and its permanent withdrawal, as `ledger withdraw` does it. */
export function serveOperatedPlays(app: FastifyInstance, deps: IngestDeps): void {
  const { ledger, players, progress, reads, recordAction, now } = deps
  /** Two requests at once would both see the play as counting, and record the action twice. */
  const withAccount = accountLock(deps.database)

  const findPlay = async (playId: number) => {
    const play = await reads.operatedPlay(playId)
    if (play) return play
    throw notFound('No such play, or it is parked, or its player was erased')
  }

  serve(app, getOperatedPlay, async ({ params: { id: playId } }) => {
    const { player, ...play } = await findPlay(playId)
    const { systems } = reads.rules()
    const standings = await reads.standings({ playId, player, chart: play.chart.hash })
    return {
      ...play,
      user: { id: player, alias: (await players.lookUp([player])).get(player)?.alias ?? null },
      standings: standings.flatMap(({ system, rank, total, personalBest }) => {
        const leaderboard = systems.find(({ id }) => id === system)?.name
        return leaderboard === undefined ? [] : { leaderboard, rank, total, personalBest }
      }),
    }
  })

  serve(app, withdrawForGood, async ({ params: { id: playId }, body: { reason }, caller, reply }) => {
    const { player } = await findPlay(playId)
    return withAccount(player, async () => {
      await requireFolded(deps)
      const { withdrawnAt, wipe } = await findPlay(playId)
      if (withdrawnAt !== null && wipe === null) throw conflict('This play has been withdrawn already')
      await recordAction(withdrawalEntry(player, playId), { id: caller.playerId, reason })
      const position = await withHttpErrors(() =>
        appendWithdrawal(ledger, { playId, player, reason, at: now() }),
      )
      await progress.reached(position, foldTimeoutMs)
      sendPosition(reply, position)
      return { playId }
    })
  })
}
