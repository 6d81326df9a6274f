import type { getHeadToHead } from '@stepledger/contracts/http/head-to-head.ts'
import { closestShown, type HeadToHead } from '@stepledger/contracts/http/head-to-head.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { type CommonChart, headToHead } from '@stepledger/projections/boards/head-to-head.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** The caller and another player on their common charts; null for an unknown player. */
export const headToHeadPage: Page<OwnQuestionOf<typeof getHeadToHead>, HeadToHead> = async (
  { generation },
  { player, id: other, ...query },
) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, query.leaderboard)
  const { orderBy, orderDirection } = query
  const compared = await headToHead(generation, {
    player,
    other,
    system,
    orderBy,
    orderDirection,
    ...fromPage(query),
    closest: closestShown,
  })
  const shown = [...compared.closest, ...compared.charts].map(({ chart }) => chart)
  const charts = await summariesOf(generation, [...new Set(shown)])
  return async ({ players: directory }) => {
    const players = await directory.lookUp([other])
    if (!players.has(other)) return null
    const { ahead, level, behind } = compared
    const rowOf = (common: CommonChart) => {
      const chart = charts.get(common.chart)
      return chart ? [commonChartOf(chart, common)] : []
    }
    return {
      answer: {
        leaderboard,
        user: nameOf(other, players),
        record: { ahead, level, behind },
        closest: compared.closest.flatMap(rowOf),
        charts: compared.charts.flatMap(rowOf),
        meta: pageMetaOf(query, ahead + level + behind),
      },
      tags: [],
    }
  }
}

function commonChartOf(chart: ChartSummary, { own, other }: CommonChart): HeadToHead['charts'][number] {
  const gap = own.hundredths - other.hundredths
  return {
    chart,
    own: { score: percentText(own.hundredths), grade: own.grade, playId: own.playId },
    other: { score: percentText(other.hundredths), grade: other.grade, playId: other.playId },
    gap: `${gap < 0 ? '-' : ''}${percentText(Math.abs(gap))}`,
  }
}
