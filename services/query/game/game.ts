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
import { shownSystems } from './shown-systems.ts'

/** Serves the reads of the game client. */
export function serveGame(
  app: FastifyInstance,
  answer: ReadOwnPage,
  { preferredBoards, readModels }: Pick<QueryDeps, 'preferredBoards' | 'readModels'>,
): void {
  serve(app, getPanel, async ({ caller: { playerId }, params, query: { limit }, request, reply }) => {
    const preferred = await preferredBoards(playerId)
    const questionFor = ({ rules }: StoredGeneration) => ({
      player: playerId,
      hash: params.hash,
      systems: shownSystems(rules, preferred),
      limit,
    })
    // A request with a position follows a play: the competition standings must include that play.
    const settled = async (generation: StoredGeneration) => {
      if (requestedPosition(request) !== null)
        await awaitStandings(readModels, generation, { chart: params.hash, player: playerId })
    }
    return answer(request, reply, panel, questionFor, settled)
  })

  serve(app, retrieveScores, async ({ caller: { playerId }, body, request, reply }) => {
    // The game client cannot send an empty list: in Lua it equals an absent one.
    const { chartHashes: charts, leaderboardIds: requested = [], around = false } = body
    const preferred = requested.length > 0 ? [] : await preferredBoards(playerId)
    return answer(request, reply, ownScores, ({ rules }) => ({
      player: playerId,
      charts: [...new Set(charts)],
      systems:
        requested.length > 0
          ? rules.systems.filter(({ id }) => requested.includes(id))
          : shownSystems(rules, preferred),
      around,
    }))
  })
}
