import {
  getPlaySession,
  getRivalsPassed,
  listPlaySessions,
} from '@stepledger/contracts/http/play-sessions.ts'
import type { QueryDeps } from '../deps.ts'
import { paramsAndQuery, type ServeOwnPage, type ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { rivalsPassedPage } from './rivals-passed.ts'
import { sessionListPage } from './session-list.ts'
import { sessionPage } from './session-page.ts'

/** Serves sessions of play: plays of a player without a long break. */
export function servePlaySessions(
  servePage: ServePage,
  serveOwnPage: ServeOwnPage,
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
    paramsAndQuery,
  )
  servePage(
    listPlaySessions,
    { page: sessionListPage(timeZoneOf), about: tag.player, missing: 'User not found' },
    ({ params: { id } }) => id,
  )
  serveOwnPage(getRivalsPassed, rivalsPassedPage, (call) => ({
    ...paramsAndQuery(call),
    caller: call.player,
  }))
}
