import {
  closestShown,
  getHeadToHead,
  getRivalNews,
  getRivalPlays,
  type HeadToHead,
  listRivalRecords,
  rivalNewsDays,
  rivalNewsShown,
  rivalPlaysShown,
  rivalsPerPage,
} from '@stepledger/contracts/http/rivals.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import {
  type CommonChart,
  headToHead,
  newsOfRivals,
  recordsAgainst,
} from '@stepledger/projections/boards/rivals-on-boards.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { lastPlayOfEach } from '@stepledger/projections/catalogue/recent-plays.ts'
import { rivalIdsOf, rivalsOf } from '@stepledger/projections/players/reads.ts'
import { lastPlayTimes } from '@stepledger/projections/plays/reads.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf, withNames } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import type { ServeOwnPage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** Serves the last plays of a player's rivals, and the records against them. */
export function serveRivals(serveOwnPage: ServeOwnPage): void {
  serveOwnPage(getRivalPlays, rivalPlaysPage)
  serveOwnPage(getRivalNews, rivalNewsPage)
  serveOwnPage(listRivalRecords, rivalRecordsPage)
  serveOwnPage(getHeadToHead, headToHeadPage)
}

/** The caller and another player on their common charts; null for an unknown player. */
const headToHeadPage: Page<OwnQuestionOf<typeof getHeadToHead>, HeadToHead> = async (
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

const maxAgeMs = rivalNewsDays * 86_400_000

/** What the rivals of a player achieved since a time. */
const rivalNewsPage: Page<OwnQuestionOf<typeof getRivalNews>, z.input<typeof getRivalNews.answer>> = async (
  { generation },
  { player, since, leaderboard },
) => {
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

const rivalPlaysPage: Page<{ readonly player: string }, { plays: RecentPlay[] }> = async (
  { generation },
  { player },
) => {
  const rivals = await rivalIdsOf(generation, player)
  const plays = rivals.length === 0 ? [] : await lastPlayOfEach(generation, rivals, rivalPlaysShown)
  return async ({ players }) => ({ answer: { plays: await withNames(players, plays) }, tags: [] })
}

/** Sorts rivals without plays last. */
const never = -1

/**
 * A page of the caller's rivals, the last to play first, with the record against each. One index entry for each rival
 * gives the order; only the rivals on the page are compared.
 */
const rivalRecordsPage: Page<
  OwnQuestionOf<typeof listRivalRecords>,
  z.input<typeof listRivalRecords.answer>
> = async ({ generation }, { player, leaderboard, page }) => {
  const system = systemOfBoard(generation.rules, leaderboard)
  const all = await rivalsOf(generation, player)
  const times = await lastPlayTimes(
    generation,
    all.map(({ rival }) => rival),
  )
  const lastOf = ({ rival }: { rival: string }) => times.get(rival) ?? never
  const from = (page - 1) * rivalsPerPage
  const shown = all.toSorted((a, b) => lastOf(b) - lastOf(a)).slice(from, from + rivalsPerPage)
  const ids = shown.map(({ rival }) => rival)
  const records = await recordsAgainst(generation, player, ids, system.id)
  return async ({ players: directory }) => {
    const players = await directory.lookUp(ids)
    const rivals = shown.map(({ rival, since }, i) => {
      const playedAt = times.get(rival)
      return {
        user: nameOf(rival, players),
        since: isoOf(since),
        playedAt: playedAt === undefined ? null : isoOf(playedAt),
        record: itemAt(records, i),
      }
    })
    const meta = pageMetaOf({ page, limit: rivalsPerPage }, all.length)
    return { answer: { leaderboard: system.name, rivals, meta }, tags: [] }
  }
}
