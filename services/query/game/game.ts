import { getPanel, retrieveScores } from '@stepledger/contracts/http/game-reads.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance } from 'fastify'
import { wantedPosition } from '../../platform/http/position.ts'
import { serve } from '../../platform/http/serve.ts'
import { awaitStandings } from '../competitions/await-standings.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { ownScores } from './own-scores.ts'
import { panel } from './panel.ts'
import { shownSystems } from './shown-systems.ts'

/** Answers what the game asks for its player. */
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
    // Asked right after a play, with its position: the place in an event is to be that of the play.
    const settled = async (generation: StoredGeneration) => {
      if (wantedPosition(request) !== null)
        await awaitStandings(readModels, generation, { chart: params.hash, player: playerId })
    }
    return answer(request, reply, panel, questionFor, settled)
  })

  serve(app, retrieveScores, async ({ caller: { playerId }, body, request, reply }) => {
    // The game can't tell an empty list from no list.
    const { chartHashes: charts, leaderboardIds: asked = [], around = false } = body
    const preferred = asked.length > 0 ? [] : await preferredBoards(playerId)
    return answer(request, reply, ownScores, ({ rules }) => ({
      player: playerId,
      charts: [...new Set(charts)],
      systems:
        asked.length > 0
          ? rules.systems.filter(({ id }) => asked.includes(id))
          : shownSystems(rules, preferred),
      around,
    }))
  })
}
