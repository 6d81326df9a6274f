import { type RivalNewsEntry, rivalNewsDays, rivalNewsShown } from '@stepledger/contracts/http/rival-news.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { newsOfRivals, type RivalNews } from '@stepledger/projections/boards/rival-news.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly player: string
  readonly since: string
  readonly leaderboard: string | undefined
}

interface Found {
  readonly leaderboard: string
  readonly news: readonly RivalNews[]
  readonly charts: ReadonlyMap<string, ChartSummary>
}

const maxAgeMs = rivalNewsDays * 86_400_000

/** What the rivals of a player achieved since a time. */
export const rivalNewsPage: Page<Question, Found, { leaderboard: string; news: RivalNewsEntry[] }> = {
  async find({ generation }, { player, since, leaderboard }) {
    const { id: system, name } = systemOfBoard(generation.rules, leaderboard)
    const rivals = await rivalIdsOf(generation, player)
    const news = await newsOfRivals(generation, {
      player,
      rivals,
      system,
      since: Math.max(Date.parse(since), Date.now() - maxAgeMs),
      limit: rivalNewsShown,
    })
    const charts = await summariesOf(generation, [...new Set(news.map(({ chart }) => chart))])
    return { leaderboard: name, news, charts }
  },

  async show({ leaderboard, news, charts }, { players: directory }) {
    const players = await directory.lookUp([...new Set(news.map(({ player }) => player))])
    const shown = news.flatMap((each) => {
      const chart = charts.get(each.chart)
      if (!chart) return []
      const { hundredths, earlier, own } = each
      return [
        {
          playId: each.playId,
          at: isoOf(each.playedAt),
          user: nameOf(each.player, players),
          chart,
          score: percentText(hundredths),
          grade: each.grade,
          before: earlier === null ? null : percentText(earlier),
          own: own === null ? null : percentText(own),
          passed: own !== null && hundredths > own && (earlier === null || earlier <= own),
        },
      ]
    })
    return { answer: { leaderboard, news: shown }, tags: [] }
  },
}
