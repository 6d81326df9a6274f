import type { ChartsPage, listOwnCharts } from '@stepledger/contracts/http/chart-list.ts'
import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** A page of the list of all charts, filtered by the plays of a player. */
export const ownChartsPage: Page<OwnQuestionOf<typeof listOwnCharts>, ChartsPage> = async (
  { generation },
  { player, ...query },
) => {
  const { search, stepsType, difficulty, minMeter, maxMeter, played, below, leaderboard } = query
  const system = systemOfBoard(generation.rules, leaderboard).id
  const own = {
    player,
    played: played === undefined ? undefined : played === 'yes',
    below: below === undefined ? null : { player: below, system },
  }
  const { charts, total } = await chartsOn(generation, query, fromPage(query), own)
  const answer = {
    data: charts,
    meta: pageMetaOf(query, total),
    filters: { search, stepsType, difficulty, minMeter, maxMeter },
  }
  return () => ({ answer, tags: [] })
}
