import {
  daysOfWeek,
  getPlayerActivity,
  getPlayerGrades,
  getProgress,
  getProgressMonth,
  listPlayerBests,
  type PlayerActivity,
  type PlayerBests,
  type PlayerGrades,
  type Progress,
  playsOfMonth,
  weeksOfYear,
} from '@stepledger/contracts/http/players.ts'
import { gradeGroups, gradesIn } from '@stepledger/contracts/rules/grade-names.ts'
import { playsBetween, totalsOfPlayer } from '@stepledger/projections/activity/activity.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { bestPlaysOfMonth, metersPlayed, monthsOfPlayer } from '@stepledger/projections/players/progress.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import {
  type BestOfPlayer,
  bestsOfPlayer,
  gradeCountsOf,
} from '@stepledger/projections/records/bests-of-player.ts'
import { type Place, placesOf } from '@stepledger/projections/records/places.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf, tagsOfList, withNames } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { knownZone } from '../play-sessions/day-of-session.ts'
import type { ReadPage, ServePage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

interface Serving {
  readonly readPage: ReadPage
  readonly servePage: ServePage
}

/** Serves the parts of a player's profile that are about all plays and bests. */
export function servePlayerHome(
  app: FastifyInstance,
  { readPage, servePage }: Serving,
  { timeZoneOf, now }: Pick<QueryDeps, 'timeZoneOf' | 'now'>,
): void {
  const ofPlayer = { about: ({ id }: { id: string }) => tag.player(id), missing: 'User not found' }
  const activity = { name: getPlayerActivity.name, page: playerActivityPage, ...ofPlayer }
  serve(app, getPlayerActivity, async ({ request, params: { id } }) =>
    readPage(request, activity, { id, today: todayIn(await timeZoneOf(id), now()) }),
  )
  servePage(getProgress, { page: progressPage, slow: true, ...ofPlayer })
  servePage(getProgressMonth, { page: progressMonthPage, slow: true, ...ofPlayer })
  servePage(getPlayerGrades, { page: playerGradesPage, ...ofPlayer })
  servePage(listPlayerBests, { page: playerBestsPage, ...ofPlayer })
}

interface Question {
  readonly id: string
  /** Today in the player's time zone. */
  readonly today: { readonly zone: string; readonly date: string }
}

/** What a player has played, and the days of a year; null for an unknown player. */
const playerActivityPage: Page<Question, PlayerActivity> = async ({ generation }, { id, today }) => {
  const { from, times } = yearUntil(today)
  const plays = await playsBetween(generation, id, times)
  const { lastPlayedAt: last, ...totals } = await totalsOfPlayer(generation, id)
  const lastPlayedAt = last === null ? null : isoOf(last)
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    return { answer: { totals: { ...totals, lastPlayedAt }, year: { from, plays } }, tags: [tag.name(id)] }
  }
}

/** Days from a Monday to today, in a time zone. */
interface Year {
  /** The first day, `2026-01-31`. */
  readonly from: string
  /** The start of each day and the end of the last one, ms since 1970. */
  readonly times: readonly number[]
}

const years = new LRUCache<string, Year>({ max: 500 })

/** UTC for an unknown zone. */
function todayIn(zone: string | null, now: number): { zone: string; date: string } {
  const known = knownZone(zone)
  return { zone: known, date: DateTime.fromMillis(now, { zone: known }).toISODate() ?? '' }
}

/** Days are as long as clocks in the zone make them. */
function yearUntil({ zone, date }: { readonly zone: string; readonly date: string }): Year {
  const key = `${zone} ${date}`
  const year = years.get(key) ?? daysUntil(DateTime.fromISO(date, { zone }))
  years.set(key, year)
  return year
}

function daysUntil(today: DateTime): Year {
  const first = today.startOf('week').minus({ weeks: weeksOfYear - 1 })
  const times: number[] = []
  for (let day = first; day <= today; day = day.plus({ days: 1 }).startOf('day')) times.push(day.toMillis())
  times.push(today.plus({ days: 1 }).startOf('day').toMillis())
  return { from: first.toISODate() ?? '', times }
}

const passedGrades = gradeGroups.filter((group) => group !== 'F').flatMap(gradesIn)

/** A page of a player's bests, one a chart, with their places; null for an unknown player. */
const playerBestsPage: Page<QuestionOf<typeof listPlayerBests>, PlayerBests> = async (
  { generation },
  { id, ...query },
) => {
  const { list, grade, search, orderBy, orderDirection } = query
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, query.leaderboard)
  const { bests, total } = await bestsOfPlayer(
    generation,
    {
      player: id,
      system,
      firsts: list === 'firsts',
      grades: grade === undefined ? passedGrades : gradesIn(grade),
      search,
      orderBy,
      orderDirection,
    },
    fromPage(query),
  )
  const places = await placesByChart(generation, { player: id, system }, bests)
  const charts = await summariesOf(
    generation,
    bests.map(({ chart }) => chart),
  )
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    const data = bests.flatMap(({ chart: hash, playId, playedAt, hundredths, ...best }) => {
      const chart = charts.get(hash)
      const place = places.get(hash)
      if (!chart) return []
      return [
        {
          chart,
          playId,
          createdAt: isoOf(playedAt),
          score: percentText(hundredths),
          grade: best.grade,
          rank: place?.rank ?? null,
          rankBefore: place?.earlier?.rank ?? null,
        },
      ]
    })
    const meta = pageMetaOf(query, total)
    return {
      answer: { leaderboard, data, meta },
      tags: [tag.name(id), ...bests.flatMap(({ chart }) => [tag.chart(chart), tag.title(chart)])],
      uncached: isPastEnd(meta),
    }
  }
}

async function placesByChart(
  generation: GenerationDb,
  on: { readonly player: string; readonly system: number },
  bests: readonly BestOfPlayer[],
): Promise<Map<string, Place>> {
  const ranked = bests.flatMap(({ chart, key }) => (key === null ? [] : [{ chart, key }]))
  const places = await placesOf(generation, { ...on, since: weekAgo(Date.now()) }, ranked)
  return new Map(
    ranked.flatMap(({ chart }, i) => {
      const place = places[i]
      return place ? [[chart, place]] : []
    }),
  )
}

/** The grades of a player's bests; null for an unknown player. */
const playerGradesPage: Page<QuestionOf<typeof getPlayerGrades>, PlayerGrades> = async (
  { generation },
  { id, leaderboard: requested, list },
) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const counts = await gradeCountsOf(generation, id, system, { firsts: list === 'firsts' })
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    const grades = gradeGroups.map((group) => ({
      group,
      charts: gradesIn(group).reduce((sum, grade) => sum + (counts.get(grade) ?? 0), 0),
    }))
    return { answer: { leaderboard, grades }, tags: [tag.name(id)] }
  }
}

function weekAgo(now: number): number {
  return now - daysOfWeek * 86_400_000
}

/** How a player's scores changed from month to month; null for an unknown player. */
const progressPage: Page<QuestionOf<typeof getProgress>, Progress> = async (
  { generation },
  { id, leaderboard: requested, ...meters },
) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const months = await monthsOfPlayer(generation, id, system, meters)
  const played = await metersPlayed(generation, id)
  return async ({ players }) => {
    const known = await players.lookUp([id])
    if (!known.has(id)) return null
    return {
      answer: {
        leaderboard,
        user: nameOf(id, known),
        meters: played,
        months: months.map(({ best, median, meanAbsoluteError: error, ...month }) => ({
          ...month,
          best: best === null ? null : percentText(best),
          median: median === null ? null : percentText(median),
          meanAbsoluteError: error === null ? null : Math.round(error * 100) / 100,
        })),
      },
      tags: [tag.name(id)],
    }
  }
}

/** The plays that carried a month; null for an unknown player. */
const progressMonthPage: Page<
  QuestionOf<typeof getProgressMonth>,
  z.output<(typeof getProgressMonth)['answer']>
> = async ({ generation }, { id, leaderboard: requested, ...asked }) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const plays = await bestPlaysOfMonth(generation, id, system, { ...asked, limit: playsOfMonth })
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    const named = await withNames(players, plays)
    return { answer: { leaderboard, plays: named }, tags: [tag.name(id), ...tagsOfList(named)] }
  }
}
