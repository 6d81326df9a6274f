import { isListed } from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import {
  type CompetitionList,
  type CompetitionPage,
  type CompetitionRace,
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  getStandingsFile,
  listCompetitions,
  raceLines,
} from '@stepledger/contracts/http/competitions.ts'
import { getCompetitionHistory } from '@stepledger/contracts/http/organised-competitions.ts'
import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { listTakenOutPlays } from '@stepledger/contracts/http/taken-out-plays.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { playersOfPlays } from '@stepledger/projections/plays/reads.ts'
import { chartParticipants } from '@stepledger/projections/standings/chart-places.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { dayEnds } from '@stepledger/projections/standings/daily-totals.ts'
import {
  competitionPlacesOf,
  participantsOf,
  rankedTotals,
} from '@stepledger/projections/standings/ranked-totals.ts'
import {
  allCompetitions,
  dailyPointsOf,
  lastDailyTotalsEnd,
  withShownWords,
} from '@stepledger/projections/standings/reads.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { HttpError } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import type { CacheablePage, ReadPage, ServePage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { competitionHistoryPage } from './competition-history-page.ts'
import { competitionPlayerPage } from './competition-player-page.ts'
import { competitionStandingsPage, standingsFile } from './competition-standings-page.ts'
import {
  anyOperator,
  describePointsSystem,
  organisersOf,
  requestedBoard,
  roundTimes,
  summaryOf,
  tagsOfOrganisers,
  type Viewed,
  visibleCompetition,
} from './shown-competition.ts'

export function serveCompetitions(
  app: FastifyInstance,
  { readPage, servePage }: { readonly readPage: ReadPage; readonly servePage: ServePage },
): void {
  const about = ({ slug }: { slug: string }) => tag.event(slug)
  const missing = 'Event or round not found'
  const serveVisible = visiblePageServer(app, readPage)
  servePage(listCompetitions, { page: competitionListPage, about: () => tag.events })
  serveVisible(getCompetition, { page: competitionPage, about, missing: 'Event not found' })
  serveVisible(getCompetitionStandings, { page: competitionStandingsPage, about, missing })
  serveVisible(getCompetitionPlayer, {
    page: competitionPlayerPage,
    about,
    missing: 'Event or player not found',
  })
  serveVisible(getCompetitionRace, { page: competitionRacePage, about, missing })
  serveVisible(listTakenOutPlays, { page: takenOutPage, about, missing: 'Event not found' })
  serveVisible(getStandingsFile, {
    page: standingsFile,
    about,
    missing,
    slow: true,
    headers: ({ slug }) => ({ 'content-disposition': `attachment; filename="${slug}.csv"` }),
  })
  serveVisible(getCompetitionHistory, { page: competitionHistoryPage, about, missing: 'Event not found' })
}

/** Serves a page that is the same for all, and, of a hidden competition, exists for its organisers and operators alone. */
function visiblePageServer(app: FastifyInstance, readPage: ReadPage) {
  return <Params extends z.ZodType<object>, Query extends z.ZodType<object>, Answer extends Shape>(
    route: Route<Params, Query, Shape, Answer, 'public'>,
    {
      headers = () => ({}),
      ...page
    }: Omit<CacheablePage<Viewed<z.output<Params> & z.output<Query>>, z.input<Answer>>, 'name'> & {
      readonly headers?: (question: z.output<Params>) => Readonly<Record<string, string>>
    },
  ): void =>
    serve(app, route, async ({ request, params, query, caller, reply }) => {
      const question = { ...params, ...query }
      const named = { name: route.name, ...page }
      reply.headers(headers(params))
      try {
        return await readPage(request, named, question)
      } catch (error) {
        if (caller === null || !(error instanceof HttpError && error.status === 404)) throw error
        const viewer = caller.permissions.has('ledger.operate') ? anyOperator : caller.playerId
        return readPage(request, named, { ...question, viewer })
      }
    })
}

const competitionListPage: Page<unknown, CompetitionList> = async ({ generation }) => {
  const listed = (await allCompetitions(generation)).filter(({ state }) => isListed(state))
  const states = (await withShownWords(generation, listed)).map(({ state }) => state)
  return async ({ players }) => {
    const now = Date.now()
    const names = await players.lookUp([...new Set(states.flatMap(({ owner }) => owner ?? []))])
    const events = states
      .map((state) => summaryOf(state, names, now))
      .sort((a, b) => Date.parse(b.start) - Date.parse(a.start))
    return { answer: { events }, tags: [tag.events, ...tagsOfOrganisers(states)] }
  }
}

/** A competition by slug; null for one that was not announced. */
const competitionPage: Page<Viewed<QuestionOf<typeof getCompetition>>, CompetitionPage> = async (
  { generation },
  { slug, viewer },
) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row) return null
  const { state, generated_at } = row
  const { document, closed } = state
  const { rounds } = document
  /** By round, the whole event first. */
  const participants: number[] = []
  // Participants are the same on all boards.
  for (let round = overall; round <= rounds.length; round++)
    participants.push(await participantsOf(generation, { slug, round, board: 0 }))
  const charts = await competitionChartsOf(
    generation,
    rounds.flatMap((round) => round.charts),
  )
  const played = await chartParticipants(generation, slug)
  const playersOn = (round: number, chart: string) =>
    played.find((of) => of.round === round && of.chart === chart)?.players ?? 0
  return async ({ players }) => {
    const now = Date.now()
    const names = await players.lookUp(organisersOf(state))
    return {
      answer: {
        ...summaryOf(state, names, now),
        organisers: state.organisers.map((id) => nameOf(id, names)),
        hidden: state.hidden,
        announcement: document.announcement,
        announcementDownloadUrl: document.downloadUrl,
        failedPlaysCount: document.failedPlaysCount,
        graceSeconds: document.grace,
        pointsSystem: describePointsSystem(document.points),
        points: document.points,
        shown: document.shown,
        boards: document.boards,
        participants: participants[overall] ?? 0,
        rounds: rounds.map((round, i) => ({
          ...roundTimes(round, now),
          attempts: round.attempts,
          counted: round.counted,
          cmod: round.cmod,
          participants: participants[i + 1] ?? 0,
          charts: round.charts.flatMap((hash) => {
            const chart = charts.get(hash)
            return chart ? [{ ...chart, participants: playersOn(i + 1, hash) }] : []
          }),
        })),
        generatedAt: generated_at === null ? null : isoOf(generated_at),
        closed: closed && {
          at: isoOf(closed.at),
          position: closed.checkpoint,
          scores: closed.scores,
          digest: closed.digest,
        },
      },
      tags: [...[...charts.keys()].map(tag.title), ...tagsOfOrganisers([state])],
    }
  }
}

/** The plays that organisers took out, without those of players erased since. Null for an unknown competition. */
const takenOutPage: Page<
  Viewed<QuestionOf<typeof listTakenOutPlays>>,
  z.input<typeof listTakenOutPlays.answer>
> = async ({ generation }, { slug, viewer }) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row) return null
  const plays = await playersOfPlays(generation, row.state.takenOut)
  const charts = await competitionChartsOf(generation, [...new Set(plays.map(({ chart }) => chart))])
  return async ({ players }) => {
    const names = await players.lookUp([...new Set(plays.map(({ player }) => player))])
    return {
      answer: {
        plays: plays.map(({ id, chart, player }) => ({
          playId: id,
          chart: { hash: chart, title: charts.get(chart)?.title ?? chart },
          user: nameOf(player, names),
        })),
      },
      tags: [...names.keys()].map(tag.name).concat([...charts.keys()].map(tag.title)),
    }
  }
}

/** Daily points of the top ten and of one player. */
const competitionRacePage: Page<Viewed<QuestionOf<typeof getCompetitionRace>>, CompetitionRace> = async (
  { generation },
  { slug, round, leaderboard, player, viewer },
) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row || round > row.state.document.rounds.length) return null
  const { document } = row.state
  const { rounds, boards } = document
  const board = requestedBoard(boards, leaderboard)
  const key = { slug, round, board }
  const first = await rankedTotals(generation, key, { limit: raceLines })
  const own =
    player === undefined || first.some((total) => total.player === player)
      ? []
      : (await competitionPlacesOf(generation, slug, player)).filter(
          (place) => place.round === round && place.board === board,
        )
  const racers = [...first, ...own]
  const ids = racers.map((racer) => racer.player)
  const daily = await dailyPointsOf(generation, key, ids)
  const ends = dayEnds(document, round, await lastDailyTotalsEnd(generation, slug))
  return async ({ players }) => {
    const { start, end } = round === overall ? timesOf(document) : itemAt(rounds, round - 1)
    const now = Math.min(Date.now(), end)
    const hasMore = now > (ends.at(-1) ?? start)
    const names = await players.lookUp(ids)
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(boards, board),
        days: [start, ...ends, ...(hasMore ? [now] : [])].map(isoOf),
        lines: racers.map(({ player: racer, rank, points }) => {
          const days = daily.get(racer) ?? []
          return {
            user: nameOf(racer, names),
            rank,
            points: [0, ...ends.map((_, i) => days[i] ?? 0), ...(hasMore ? [points] : [])],
          }
        }),
      },
      tags: ids.map(tag.name),
    }
  }
}
