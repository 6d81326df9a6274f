import type { getRivalNews } from '@stepledger/contracts/http/rival-news.ts'
import { rivalNewsDays, rivalNewsShown } from '@stepledger/contracts/http/rival-news.ts'
import { newsOfRivals } from '@stepledger/projections/boards/rival-news.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

const maxAgeMs = rivalNewsDays * 86_400_000

/** What the rivals of a player achieved since a time. */
export const rivalNewsPage: Page<
  OwnQuestionOf<typeof getRivalNews>,
  z.input<typeof getRivalNews.answer>
> = async ({ generation }, { player, since, leaderboard }) => {
  const { id: system, name } = systemOfBoard(generation.rules, leaderboard)
  const news = await newsOfRivals(generation, {
    player,
    rivals: await rivalIdsOf(generation, player),
    system,
    since: Math.max(Date.parse(since), Date.now() - maxAgeMs),
    limit: rivalNewsShown,
  })
  const charts = await summariesOf(generation, [...new Set(news.map(({ chart }) => chart))])
  return async ({ players: directory }) => {
    const players = await directory.lookUp([...new Set(news.map((each) => each.player))])
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
    return { answer: { leaderboard: name, news: shown }, tags: [] }
  }
}
