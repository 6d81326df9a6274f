import {
  getPlaySession,
  getRivalsPassed,
  listPlaySessions,
} from '@stepledger/contracts/http/play-sessions.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import type { ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { rivalsPassedPage } from './rivals-passed.ts'
import { sessionListPage } from './session-list.ts'
import { sessionPage } from './session-page.ts'

interface Serving {
  readonly servePage: ServePage
  readonly readOwnPage: ReadOwnPage
}

/** Serves sessions of play: plays of a player without a long break. */
export function servePlaySessions(
  app: FastifyInstance,
  { servePage, readOwnPage }: Serving,
  { timeZoneOf, positionOfPlay }: Pick<QueryDeps, 'timeZoneOf' | 'positionOfPlay'>,
): void {
  servePage(
    getPlaySession,
    {
      page: sessionPage(timeZoneOf),
      about: ({ id }) => tag.play(id),
      missing: 'Session not found',
      positionOf: ({ id }) => positionOfPlay(id),
    },
    ({ params: { id }, query: { leaderboard } }) => ({ id, leaderboard }),
  )
  servePage(
    listPlaySessions,
    { page: sessionListPage(timeZoneOf), about: tag.player, missing: 'User not found' },
    ({ params: { id } }) => id,
  )
  serve(app, getRivalsPassed, ({ caller: { playerId: caller }, params: { id }, query, request, reply }) =>
    readOwnPage(request, reply, rivalsPassedPage, () => ({ id, leaderboard: query.leaderboard, caller })),
  )
}
