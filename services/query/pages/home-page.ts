import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { lastPlays, type RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { tagsOfList } from './list-tags.ts'

const recentPlaysShown = 10

/** The ten plays played last; the event's part stays empty until there is one. */
export const homePage: Page<null, RecentPlayOf[], HomePage> = {
  find: ({ generation }) => lastPlays(generation, {}, recentPlaysShown),

  async show(plays, { players }) {
    const recentPlays = await withNames(players, plays)
    return {
      answer: { announcement: null, recentPlays, charts: [], overallLeaderboard: null },
      tags: tagsOfList(recentPlays),
    }
  },
}
