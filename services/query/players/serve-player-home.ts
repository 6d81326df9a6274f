import { getPlayerMilestones } from '@stepledger/contracts/http/milestones.ts'
import {
  getPlayerActivity,
  getPlayerGrades,
  listPlayerBests,
} from '@stepledger/contracts/http/player-home.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadPage } from '../read-page.ts'
import type { ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { playerActivityPage } from './player-activity.ts'
import { playerBestsPage } from './player-bests.ts'
import { playerGradesPage } from './player-grades.ts'
import { playerMilestonesPage } from './player-milestones.ts'
import { todayIn } from './year-of-days.ts'

interface Serving {
  readonly readPage: ReadPage
  readonly servePage: ServePage
}

/** Serves the parts of a player's profile that are about all plays and bests. */
export function servePlayerHome(
  app: FastifyInstance,
  { readPage, servePage }: Serving,
  { timeZoneOf, now }: Pick<QueryDeps, 'timeZoneOf' | 'now'>,
): void {
  const ofPlayer = { about: ({ id }: { id: string }) => tag.player(id), missing: 'User not found' }
  const activity = { name: getPlayerActivity.name, page: playerActivityPage, ...ofPlayer }
  serve(app, getPlayerActivity, async ({ request, params: { id } }) =>
    readPage(request, activity, { id, today: todayIn(await timeZoneOf(id), now()) }),
  )
  servePage(getPlayerGrades, { page: playerGradesPage, ...ofPlayer })
  servePage(getPlayerMilestones, { page: playerMilestonesPage, ...ofPlayer })
  servePage(listPlayerBests, { page: playerBestsPage, ...ofPlayer })
}
