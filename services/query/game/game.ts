import { getPanel, retrieveScores } from '@stepledger/contracts/http/game-reads.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance } from 'fastify'
import { requestedPosition } from '../../platform/http/position.ts'
import { serve } from '../../platform/http/serve.ts'
import { awaitStandings } from '../competitions/await-standings.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { ownScores } from './own-scores.ts'
import { panel } from './panel.ts'

export function serveGame(
  app: FastifyInstance,
  answer: ReadOwnPage,
  { preferredBoards, readModels }: Pick<QueryDeps, 'preferredBoards' | 'readModels'>,
): void {
  serve(app, getPanel, async ({ caller: { playerId: player }, params: { hash }, query, request, reply }) => {
    const question = { player, hash, preferred: await preferredBoards(player), ...query }
    // A request with a position follows a play: the competition standings must include that play.
    const settled = async (generation: StoredGeneration) => {
      if (requestedPosition(request) !== null)
        await awaitStandings(readModels, generation, { chart: hash, player })
    }
    return answer(request, reply, panel, question, settled)
  })
  serve(app, retrieveScores, async ({ caller: { playerId: player }, body, request, reply }) => {
    // The game client cannot send an empty list: in Lua it equals an absent one.
    const { chartHashes: charts, leaderboardIds: requested = [], around = false } = body
    const preferred = requested.length > 0 ? [] : await preferredBoards(player)
    const question = { player, charts: [...new Set(charts)], requested, preferred, around }
    return answer(request, reply, ownScores, question)
  })
}
