import { z } from 'zod'
import { chartHash, playerId } from '../ids.ts'
import { competitionSlug } from '../rules/competition-document.ts'
import { noBody, nothing, route } from './route.ts'
import {
  competitionChart,
  competitionRanking,
  competitionSummary,
  competitionTimes,
  pointsSystem,
  receivedLate,
  roundNumber,
} from './shapes/competition.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Rows of a page of standings. */
export const standingsPageSize = 25

/** Lines of the race beside that of the player who was asked for. */
export const raceLines = 10

const bySlug = z.object({ slug: competitionSlug })
const round = z.coerce.number().int().min(0).max(20).default(0)
/** Any name of a board; the event's first one where none is given, or one that it does not have. */
const leaderboard = z.string().max(20).optional()

export const listCompetitions = route({
  name: 'listEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'All events that players take part in, the latest first: to come, running, over',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ events: z.array(competitionSummary) }),
})
export type CompetitionList = z.infer<typeof listCompetitions.answer>

/**
 * An event for players. `generatedAt`: when its standings changed last; null before they were made. `participants`: of
 * a round, and of the whole event; a chart's: who has a score that counts. `closed`: its standings are final; they
 * follow from the plays before this position of the ledger, and `digest` is the SHA-256 of the scores.
 */
export const competitionPage = z.object({
  ...competitionSummary.shape,
  announcement: z.string(),
  announcementDownloadUrl: z.string().nullable(),
  failedPlaysCount: z.boolean(),
  graceSeconds: z.int(),
  pointsSystem,
  shown: z.int(),
  boards: z.array(boardName),
  participants: z.int(),
  rounds: z.array(
    z.object({
      ...competitionTimes.shape,
      participants: z.int(),
      charts: z.array(z.object({ ...competitionChart.shape, participants: z.int() })),
    }),
  ),
  generatedAt: isoTime.nullable(),
  closed: z
    .object({ at: isoTime, position: z.array(z.int()), scores: z.int(), digest: z.string() })
    .nullable(),
})
export type CompetitionPage = z.infer<typeof competitionPage>

export const getCompetition = route({
  name: 'getEvent',
  method: 'GET',
  path: '/api/event/:slug',
  summary:
    'An event: its rounds with their charts, how points are given, who takes part, and whether it is final',
  params: bySlug,
  query: nothing,
  body: noBody,
  answer: competitionPage,
  errors: [404],
})

export const competitionStandings = z.object({
  slug: competitionSlug,
  round: roundNumber,
  leaderboard: boardName,
  generatedAt: isoTime.nullable(),
  rankings: z.array(competitionRanking),
  meta: pageMeta,
})
export type CompetitionStandings = z.infer<typeof competitionStandings>

export const getCompetitionStandings = route({
  name: 'getEventStandings',
  method: 'GET',
  path: '/api/event/:slug/standings',
  summary: `Who stands where in an event, or in one round of it, on one board; ${standingsPageSize} a page`,
  params: bySlug,
  query: z.object({ round, leaderboard, page: pageNumber.default(1) }),
  body: noBody,
  answer: competitionStandings,
  errors: [404],
})

/** What it takes to stand better: the nearest one above, and how many points are missing to theirs. */
const nextPlace = z.object({ rank: z.int().positive(), points: z.int(), user: playerName })

const placeInCompetition = z.object({
  round: roundNumber,
  leaderboard: boardName,
  rank: z.int().positive(),
  totalPoints: z.int(),
  chartsPlayed: z.int(),
  next: nextPlace.nullable(),
})

/**
 * `next`: the nearest better place that gives more points, how many beyond `points`, and from which score on; null where
 * no place gives more. `late`: the score was received
 * after the end of the round, within the grace.
 */
const placeOnChart = z.object({
  leaderboard: boardName,
  rank: z.int().positive(),
  score: percent,
  points: z.int(),
  late: receivedLate,
  next: z.object({ rank: z.int().positive(), points: z.int(), score: percent }).nullable(),
})

/**
 * Who stood behind the player on a chart a day ago and stands ahead now. `lost`: points that one place is worth there.
 */
const passing = z.object({
  leaderboard: boardName,
  round: roundNumber,
  chartHash,
  title: z.string(),
  user: playerName,
  score: percent,
  ownScore: percent,
  lost: z.int(),
})

export const competitionPlayer = z.object({
  slug: competitionSlug,
  userId: playerId,
  places: z.array(placeInCompetition),
  charts: z.array(
    z.object({ round: roundNumber, chartHash, title: z.string(), leaderboards: z.array(placeOnChart) }),
  ),
  passedSince: isoTime,
  passed: z.array(passing),
})
export type CompetitionPlayer = z.infer<typeof competitionPlayer>

export const getCompetitionPlayer = route({
  name: 'getEventPlayer',
  method: 'GET',
  path: '/api/event/:slug/player/:id',
  summary:
    'A player in an event: places in every round and overall, each chart with the next place that gives more points, and who passed the player there within a day',
  params: z.object({ slug: competitionSlug, id: playerId }),
  query: nothing,
  body: noBody,
  answer: competitionPlayer,
  errors: [404],
})

/** `points`: at each of `days`, the sum then; the last one is now. */
export const competitionRace = z.object({
  slug: competitionSlug,
  round: roundNumber,
  leaderboard: boardName,
  days: z.array(isoTime),
  lines: z.array(z.object({ user: playerName, rank: z.int().positive(), points: z.array(z.int()) })),
})
export type CompetitionRace = z.infer<typeof competitionRace>

export const getCompetitionRace = route({
  name: 'getEventRace',
  method: 'GET',
  path: '/api/event/:slug/race',
  summary: `The points of the first ${raceLines}, and of a player, day by day`,
  params: bySlug,
  query: z.object({ round, leaderboard, player: playerId.optional() }),
  body: noBody,
  answer: competitionRace,
  errors: [404],
})
