import { getPanel, retrieveScores } from '@stepledger/contracts/http/game-reads.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../platform/http/refusal.ts'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import type { MakePage } from '../make-page.ts'
import { type Moment, momentFor } from '../moment.ts'
import type { Page } from '../page.ts'
import { ownScores } from './own-scores.ts'
import { panel } from './panel.ts'
import { shownSystems } from './shown-systems.ts'

/** Answers what the game asks for its player: each answer is one player's own, so nothing of it is kept. */
export function serveGame(
  app: FastifyInstance,
  makePage: MakePage,
  { progress, preferredBoards }: Pick<QueryDeps, 'progress' | 'preferredBoards'>,
): void {
  async function answer<Question, Found, Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    page: Page<Question, Found, Answer>,
    questionFor: (generation: Moment['generation']) => Question,
  ): Promise<Answer> {
    const { generation, headers } = await momentFor(request, progress)
    reply.headers(headers)
    const shown = await makePage(page, questionFor(generation), generation)
    if (!shown) throw notFound('Not found')
    return shown.answer
  }

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
