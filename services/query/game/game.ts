import { getPanel, retrieveScores } from '@stepledger/contracts/http/game-reads.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { ownScores } from './own-scores.ts'
import { panel } from './panel.ts'
import { shownSystems } from './shown-systems.ts'

/** Answers what the game asks for its player. */
export function serveGame(
  app: FastifyInstance,
  answer: ReadOwnPage,
  { preferredBoards }: Pick<QueryDeps, 'preferredBoards'>,
): void {
  serve(app, getPanel, async ({ caller: { playerId }, params, query: { limit }, request, reply }) => {
    const preferred = await preferredBoards(playerId)
    return answer(request, reply, panel, ({ rules }) => ({
      player: playerId,
      hash: params.hash,
      systems: shownSystems(rules, preferred),
      limit,
    }))
  })

  serve(app, retrieveScores, async ({ caller: { playerId }, body, request, reply }) => {
    // The game can't tell an empty list from no list.
    const { chartHashes: charts, leaderboardIds: asked = [] } = body
    const preferred = asked.length > 0 ? [] : await preferredBoards(playerId)
    return answer(request, reply, ownScores, ({ rules }) => ({
      player: playerId,
      charts,
      systems: asked.length > 0 ? asked : shownSystems(rules, preferred).map(({ id }) => id),
    }))
  })
}
