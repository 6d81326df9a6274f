import { z } from 'zod'
import { chartHash, playerId } from '../ids.ts'
import { eventSlug } from '../rules/event-document.ts'
import { noBody, nothing, route } from './route.ts'
import {
  eventChart,
  eventRanking,
  eventSummary,
  eventTimes,
  pointsSystem,
  receivedLate,
  roundNumber,
} from './shapes/event.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Rows of a page of standings. */
export const standingsPageSize = 25

/** Lines of the race beside that of the player who was asked for. */
export const raceLines = 10

const bySlug = z.object({ slug: eventSlug })
const round = z.coerce.number().int().min(0).max(20).default(0)
/** Any name of a board; the event's first one where none is given, or one that it does not have. */
const leaderboard = z.string().max(20).optional()

export const listEvents = route({
  name: 'listEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'All events that players take part in, the latest first: to come, running, over',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ events: z.array(eventSummary) }),
})
export type EventList = z.infer<typeof listEvents.answer>

/**
 * An event for players. `generatedAt`: when its standings changed last; null before they were made. `participants`: of
 * a round, and of the whole event; a chart's: who has a score that counts. `closed`: its standings are final; they
 * follow from the plays before this position of the ledger, and `digest` is the SHA-256 of the scores.
 */
export const eventPage = z.object({
  ...eventSummary.shape,
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
      ...eventTimes.shape,
      participants: z.int(),
      charts: z.array(z.object({ ...eventChart.shape, participants: z.int() })),
    }),
  ),
  generatedAt: isoTime.nullable(),
  closed: z
    .object({ at: isoTime, position: z.array(z.int()), scores: z.int(), digest: z.string() })
    .nullable(),
})
export type EventPage = z.infer<typeof eventPage>

export const getEvent = route({
  name: 'getEvent',
  method: 'GET',
  path: '/api/event/:slug',
  summary:
    'An event: its rounds with their charts, how points are given, who takes part, and whether it is final',
  params: bySlug,
  query: nothing,
  body: noBody,
  answer: eventPage,
  errors: [404],
})

export const eventStandings = z.object({
  slug: eventSlug,
  round: roundNumber,
  leaderboard: boardName,
  generatedAt: isoTime.nullable(),
  rankings: z.array(eventRanking),
  meta: pageMeta,
})
export type EventStandings = z.infer<typeof eventStandings>

export const getEventStandings = route({
  name: 'getEventStandings',
  method: 'GET',
  path: '/api/event/:slug/standings',
  summary: `Who stands where in an event, or in one round of it, on one board; ${standingsPageSize} a page`,
  params: bySlug,
  query: z.object({ round, leaderboard, page: pageNumber.default(1) }),
  body: noBody,
  answer: eventStandings,
  errors: [404],
})

/** What it takes to stand better: the nearest one above, and how many points are missing to theirs. */
const nextPlace = z.object({ rank: z.int().positive(), points: z.int(), user: playerName })

const placeInEvent = z.object({
  round: roundNumber,
  leaderboard: boardName,
  rank: z.int().positive(),
  totalPoints: z.int(),
  chartsPlayed: z.int(),
  next: nextPlace.nullable(),
})

/**
 * `next`: what the next better place would give beyond `points`, and from which score on. `late`: the score was received
 * after the end of the round, within the grace.
 */
const placeOnChart = z.object({
  leaderboard: boardName,
  rank: z.int().positive(),
  score: percent,
  points: z.int(),
  late: receivedLate,
  next: z.object({ points: z.int(), score: percent }).nullable(),
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

export const eventPlayer = z.object({
  slug: eventSlug,
  userId: playerId,
  places: z.array(placeInEvent),
  charts: z.array(
    z.object({ round: roundNumber, chartHash, title: z.string(), leaderboards: z.array(placeOnChart) }),
  ),
  passedSince: isoTime,
  passed: z.array(passing),
})
export type EventPlayer = z.infer<typeof eventPlayer>

export const getEventPlayer = route({
  name: 'getEventPlayer',
  method: 'GET',
  path: '/api/event/:slug/player/:id',
  summary:
    'A player in an event: places in every round and overall, each chart with what the next place would give, and who passed the player there within a day',
  params: z.object({ slug: eventSlug, id: playerId }),
  query: nothing,
  body: noBody,
  answer: eventPlayer,
  errors: [404],
})

/** `points`: at each of `days`, the sum then; the last one is now. */
export const eventRace = z.object({
  slug: eventSlug,
  round: roundNumber,
  leaderboard: boardName,
  days: z.array(isoTime),
  lines: z.array(z.object({ user: playerName, rank: z.int().positive(), points: z.array(z.int()) })),
})
export type EventRace = z.infer<typeof eventRace>

export const getEventRace = route({
  name: 'getEventRace',
  method: 'GET',
  path: '/api/event/:slug/race',
  summary: `The points of the first ${raceLines}, and of a player, day by day`,
  params: bySlug,
  query: z.object({ round, leaderboard, player: playerId.optional() }),
  body: noBody,
  answer: eventRace,
  errors: [404],
})
