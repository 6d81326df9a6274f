import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import type { CompetitionList, CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import {
  type CompetitionRace,
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  listCompetitions,
  raceLines,
} from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
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
  competitionBySlug,
  dailyPointsOf,
  lastDailyTotalsEnd,
} from '@stepledger/projections/standings/reads.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import type { ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { competitionPlayerPage } from './competition-player-page.ts'
import { competitionStandingsPage } from './competition-standings-page.ts'
import { describePointsSystem, requestedBoard, roundTimes, summaryOf } from './shown-competition.ts'

export function serveCompetitions(servePage: ServePage): void {
  const about = ({ slug }: { slug: string }) => tag.event(slug)
  const missing = 'Event or round not found'
  servePage(listCompetitions, { page: competitionListPage, about: () => tag.events })
  servePage(getCompetition, { page: competitionPage, about, missing: 'Event not found' })
  servePage(getCompetitionStandings, { page: competitionStandingsPage, about, missing })
  servePage(getCompetitionPlayer, {
    page: competitionPlayerPage,
    about,
    missing: 'Event or player not found',
  })
  servePage(getCompetitionRace, { page: competitionRacePage, about, missing })
}

const competitionListPage: Page<unknown, CompetitionList> = async ({ generation }) => {
  const competitions = await allCompetitions(generation)
  return () => {
    const now = Date.now()
    const events = competitions
      .map(({ state }) => summaryOf(state, now))
      .sort((a, b) => Date.parse(b.start) - Date.parse(a.start))
    return { answer: { events }, tags: [tag.events] }
  }
}

/** A competition by slug; null for one that was not announced. */
const competitionPage: Page<QuestionOf<typeof getCompetition>, CompetitionPage> = async (
  { generation },
  { slug },
) => {
  const row = await competitionBySlug(generation, slug)
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
  return () => {
    const now = Date.now()
    return {
      answer: {
        ...summaryOf(state, now),
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
      tags: [...charts.keys()].map(tag.title),
    }
  }
}

/** Daily points of the top ten and of one player. */
const competitionRacePage: Page<QuestionOf<typeof getCompetitionRace>, CompetitionRace> = async (
  { generation },
  { slug, round, leaderboard, player },
) => {
  const row = await competitionBySlug(generation, slug)
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
