import type { ChartsPage, OwnChartsQuery } from '@stepledger/contracts/http/chart-list.ts'
import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly player: string
  readonly query: OwnChartsQuery
}

/** A page of the list of all charts, filtered by the plays of a player. */
export const ownChartsPage: Page<Question, ChartsPage, ChartsPage> = {
  async find({ generation }, { player, query }) {
    const { search, stepsType, difficulty, minMeter, maxMeter, played, below, leaderboard } = query
    const system = systemOfBoard(generation.rules, leaderboard).id
    const own = {
      player,
      played: played === undefined ? undefined : played === 'yes',
      below: below === undefined ? null : { player: below, system },
    }
    const { charts, total } = await chartsOn(generation, query, fromPage(query), null, own)
    return {
      data: charts,
      meta: pageMetaOf(query, total),
      filters: { search, stepsType, difficulty, minMeter, maxMeter },
    }
  },

  show: (answer) => ({ answer, tags: [] }),
}
