import { z } from 'zod'
import { competitionRound, competitionSlug } from '../competition/competition-document.ts'
import { pointsFormula } from '../competition/points-formula.ts'
import { chartHash, playerId } from '../ids.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
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

/** The rules of a round (competition-document.ts). */
const { attempts, counted, cmod } = competitionRound.shape

export const standingsPageSize = 25

/** Number of lines in the race, in addition to the requested player. */
export const raceLines = 10

const bySlug = z.object({ slug: competitionSlug })
const round = z.coerce.number().int().min(0).max(20).default(0)
/** Any spelling of a board. Defaults to the competition's first board, also if it does not have the given one. */
const leaderboard = z.string().max(20).optional()

export const listCompetitions = route('listEvents', 'GET /api/events', {
  summary: 'List the events for everybody, latest first: future, running and past',
  answer: z.object({ events: z.array(competitionSummary) }),
})
export type CompetitionList = z.infer<typeof listCompetitions.answer>

/**
 * A competition. `generatedAt`: last change of its standings; null before the first. `participants`: number of players
 * with a counting score, in total, per round and per chart. `closed`: the standings are final; `position` is the
 * checkpoint of the ledger, `digest` the SHA-256 of the scores. `hidden`: by operators, so that only its organisers and
 * operators can read it.
 */
const competitionPage = z.object({
  ...competitionSummary.shape,
  organisers: z.array(playerName),
  hidden: z.boolean(),
  announcement: z.string(),
  announcementDownloadUrl: z.string().nullable(),
  failedPlaysCount: z.boolean(),
  graceSeconds: z.int(),
  pointsSystem,
  points: pointsFormula,
  shown: z.int(),
  boards: z.array(boardName),
  participants: z.int(),
  rounds: z.array(
    z.object({
      ...competitionTimes.shape,
      attempts,
      counted,
      cmod,
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

export const getCompetition = route('getEvent', 'GET /api/event/:slug', {
  summary:
    'Get an event: rounds with charts, points formula, numbers of participants, and whether it is final',
  params: bySlug,
  answer: competitionPage,
  errors: [404],
})

const competitionStandings = z.object({
  slug: competitionSlug,
  round: roundNumber,
  leaderboard: boardName,
  generatedAt: isoTime.nullable(),
  rankings: z.array(competitionRanking),
  meta: pageMeta,
})
export type CompetitionStandings = z.infer<typeof competitionStandings>

export const getCompetitionStandings = route('getEventStandings', 'GET /api/event/:slug/standings', {
  summary: `Standings of an event or one of its rounds on one board, ${standingsPageSize} per page`,
  params: bySlug,
  query: z.object({ round, leaderboard, page: pageNumber.default(1) }),
  answer: competitionStandings,
  errors: [404],
})

/** Maximum rows, so that a file stays within some MB. */
export const maxStandingsRows = 20_000

export const getStandingsFile = route('getEventStandingsFile', 'GET /api/event/:slug/standings.csv', {
  summary: `Standings of an event or one of its rounds on one board as CSV, up to ${maxStandingsRows.toLocaleString('en')} players`,
  params: bySlug,
  query: z.object({ round, leaderboard }),
  answer: z.string(),
  media: 'text/csv',
  errors: [404],
})

/** The next better rank: its player, and the number of points needed to reach it. */
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
 * The rank of a score on a chart. `next`: the nearest better rank that gives more points, how many beyond `points`, and
 * the score it requires; null if no rank gives more. `counted`: present where the total includes only charts with more
 * points.
 */
const placeOnChart = z.object({
  leaderboard: boardName,
  rank: z.int().positive(),
  score: percent,
  points: z.int(),
  late: receivedLate,
  counted: z.literal(false).optional(),
  next: z.object({ rank: z.int().positive(), points: z.int(), score: percent }).nullable(),
})

/** A player who passed this one on a chart within the last day. `lost`: points that the lost rank is worth. */
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

/** A player on one board of an event, over all rounds; charts by points, most first. */
const boardOfPlayer = z.object({
  rank: z.int().positive(),
  totalPoints: z.int(),
  chartsPlayed: z.int(),
  chartScores: z.array(
    z.object({
      chartHash,
      chart: chartSummary
        .pick({ title: true, artist: true, difficulty: true, meter: true, stepsType: true })
        .nullable(),
      rank: z.int().positive(),
      points: z.int(),
    }),
  ),
})

/**
 * `leaderboards`: the boards that the player is on. The same by round and with what is missing: `places`, `charts`.
 * `unplayed`: what the median of the player's scores would bring on charts that others have played.
 */
const competitionPlayer = z.object({
  slug: competitionSlug,
  userId: playerId,
  leaderboards: z.partialRecord(boardName, boardOfPlayer),
  places: z.array(placeInCompetition),
  charts: z.array(
    z.object({ round: roundNumber, chartHash, title: z.string(), leaderboards: z.array(placeOnChart) }),
  ),
  unplayed: z.array(
    z.object({
      round: roundNumber,
      chartHash,
      leaderboard: boardName,
      rank: z.int().positive(),
      score: percent,
      points: z.int(),
    }),
  ),
  passedSince: isoTime,
  passed: z.array(passing),
})
export type CompetitionPlayer = z.infer<typeof competitionPlayer>

export const getCompetitionPlayer = route('getEventPlayer', 'GET /api/event/:slug/player/:id', {
  summary:
    'Get a player in an event: ranks in every round and overall, each chart with the next rank that gives more points, and the players who passed them within a day',
  params: z.object({ slug: competitionSlug, id: playerId }),
  answer: competitionPlayer,
  errors: [404],
})

/** The race. `points`: total at each of `days`; the last is the current total. */
const competitionRace = z.object({
  slug: competitionSlug,
  round: roundNumber,
  leaderboard: boardName,
  days: z.array(isoTime),
  lines: z.array(z.object({ user: playerName, rank: z.int().positive(), points: z.array(z.int()) })),
})
export type CompetitionRace = z.infer<typeof competitionRace>

export const getCompetitionRace = route('getEventRace', 'GET /api/event/:slug/race', {
  summary: `Daily total points of the first ${raceLines} players, and of the given player`,
  params: bySlug,
  query: z.object({ round, leaderboard, player: playerId.optional() }),
  answer: competitionRace,
  errors: [404],
})
