import { getPanel, retrieveScores } from '@stepledger/contracts/http/game-reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import { inSnapshot, momentFor } from '../moment.ts'
import { ownScoresOf } from './own-scores.ts'
import { panelOf } from './panel.ts'
import { shownSystems } from './shown-systems.ts'

/** Answers what the game asks for its player: each answer is one player's own, so nothing of it is kept. */
export function serveGame(app: FastifyInstance, deps: QueryDeps): void {
  const { readModels, progress, preferredBoards } = deps

  async function read<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (db: ReadDatabase, generation: Generation) => Promise<T>,
  ): Promise<T> {
    const { generation, headers } = await momentFor(request, progress)
    reply.headers(headers)
    return inSnapshot(readModels, (db) => answer(db, generation))
  }

  serve(app, getPanel, async ({ caller, params: { hash }, query: { limit }, request, reply }) => {
    const preferred = await preferredBoards(caller.playerId)
    return read(request, reply, (db, generation) => {
      const systems = shownSystems(generation.rules, preferred)
      return panelOf(db, generation, deps, { player: caller.playerId, hash, systems, limit })
    })
  })

  serve(app, retrieveScores, async ({ caller: { playerId }, body, request, reply }) => {
    // The game can't tell an empty list from no list.
    const { chartHashes: charts, leaderboardIds: asked = [] } = body
    const preferred = asked.length > 0 ? [] : await preferredBoards(playerId)
    return read(request, reply, (db, generation) => {
      const systems = asked.length > 0 ? asked : shownSystems(generation.rules, preferred).map(({ id }) => id)
      return ownScoresOf(db, generation, { player: playerId, charts, systems })
    })
  })
}
