import { isRefusal } from '@stepledger/contracts/decider.ts'
import { getOperatedPlay, withdrawForGood } from '@stepledger/contracts/http/operated-plays.ts'
import { withdrawalStream } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import type { FastifyInstance } from 'fastify'
import { conflict, notFound } from '../../platform/http/http-error.ts'
import { sendPosition } from '../../platform/http/position.ts'
import { serve } from '../../platform/http/serve.ts'
import { withHttpErrors } from '../append-event.ts'
import type { IngestDeps } from '../deps.ts'
import { withdrawalEntry } from './audit-entries.ts'
import { foldTimeoutMs } from './fold-waits.ts'

/** Serves a play to operators, and its permanent withdrawal, as `ledger withdraw` does it. */
export function serveOperatedPlays(app: FastifyInstance, deps: IngestDeps): void {
  const { players, progress, reads, recordAction, streams, handle, now } = deps

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
    const stream = withdrawalStream(player, playId)
    const command = { type: 'withdraw', playId, by: 'operator', reason } as const
    const beforeAppend = () => recordAction(withdrawalEntry(player, playId), { id: caller.playerId, reason })
    const position = await withHttpErrors(() =>
      handle(streams.withdrawal, stream, command, { at: now(), beforeAppend }),
    )
    if (isRefusal(position)) throw conflict(position.message)
    await progress.reached(position, foldTimeoutMs)
    sendPosition(reply, position)
    return { playId }
  })
}
