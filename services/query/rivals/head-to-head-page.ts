import {
  closestShown,
  type HeadToHead,
  type HeadToHeadQuery,
} from '@stepledger/contracts/http/head-to-head.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import {
  type CommonChart,
  type HeadToHead as Compared,
  headToHead,
} from '@stepledger/projections/boards/head-to-head.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly player: string
  readonly other: string
  readonly query: HeadToHeadQuery
}

interface Found extends Question {
  readonly leaderboard: string
  readonly compared: Compared
  readonly charts: ReadonlyMap<string, ChartSummary>
}

/** The caller and another player on their common charts; null for an unknown player. */
export const headToHeadPage: Page<Question, Found, HeadToHead> = {
  async find({ generation }, { player, other, query }) {
    const system = systemOfBoard(generation.rules, query.leaderboard)
    const { orderBy, orderDirection } = query
    const compared = await headToHead(generation, {
      player,
      other,
      system: system.id,
      orderBy,
      orderDirection,
      ...fromPage(query),
      closest: closestShown,
    })
    const shown = [...compared.closest, ...compared.charts].map(({ chart }) => chart)
    const charts = await summariesOf(generation, [...new Set(shown)])
    return { player, other, query, leaderboard: system.name, compared, charts }
  },

  async show({ other, query, leaderboard, compared, charts }, { players: directory }) {
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
  },
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
