import {
  getPlaySession,
  getRivalsPassed,
  listPlaySessions,
} from '@stepledger/contracts/http/play-sessions.ts'
import type { QueryDeps } from '../deps.ts'
import type { ServeOwnPage, ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { rivalsPassedPage } from './rivals-passed.ts'
import { sessionListPage } from './session-list.ts'
import { sessionPage } from './session-page.ts'

export function servePlaySessions(
  servePage: ServePage,
  serveOwnPage: ServeOwnPage,
  { timeZoneOf, positionOfPlay }: Pick<QueryDeps, 'timeZoneOf' | 'positionOfPlay'>,
): void {
  servePage(getPlaySession, {
    page: sessionPage(timeZoneOf),
    about: ({ id }) => tag.play(id),
    missing: 'Session not found',
    positionOf: ({ id }) => positionOfPlay(id),
  })
  servePage(listPlaySessions, {
    page: sessionListPage(timeZoneOf),
    about: ({ id }) => tag.player(id),
    missing: 'User not found',
  })
  serveOwnPage(getRivalsPassed, rivalsPassedPage)
}
