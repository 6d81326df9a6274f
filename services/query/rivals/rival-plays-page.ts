import { rivalPlaysShown } from '@stepledger/contracts/http/rivals.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { lastPlayOfEach, type RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'

/** The latest play of each rival of a player. */
export const rivalPlaysPage: Page<string, readonly RecentPlayOf[], { plays: RecentPlay[] }> = {
  async find({ generation }, player) {
    const rivals = await rivalIdsOf(generation, player)
    return rivals.length === 0 ? [] : lastPlayOfEach(generation, rivals, rivalPlaysShown)
  },

  show: async (plays, { players }) => ({ answer: { plays: await withNames(players, plays) }, tags: [] }),
}
