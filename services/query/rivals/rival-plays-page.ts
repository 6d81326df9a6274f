import { rivalPlaysShown } from '@stepledger/contracts/http/rivals.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { lastPlayOfEach } from '@stepledger/projections/plays/reads.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'

export const rivalPlaysPage: Page<{ readonly player: string }, { plays: RecentPlay[] }> = async (
  { generation },
  { player },
) => {
  const rivals = await rivalIdsOf(generation, player)
  const plays = rivals.length === 0 ? [] : await lastPlayOfEach(generation, rivals, rivalPlaysShown)
  return async ({ players }) => ({ answer: { plays: await withNames(players, plays) }, tags: [] })
}
