import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { chartHash, numericId } from '../ids.ts'
import { maxRivals } from '../rivals/max-rivals.ts'
import { grade } from '../rules/grade-names.ts'
import { getCompetitionStandings, standingsPageSize } from './competitions.ts'
import { route } from './route.ts'
import { competitionRanking, roundNumber } from './shapes/competition.ts'
import { leaderboard, leaderboardEntry } from './shapes/leaderboard.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'
import { country } from './shapes/user.ts'

/** Maximum number of listed reigns: the latest. */
export const maxReigns = 50

/** An entry at the end of that day. `rankNow`: the player's current rank, null without one. */
const pastEntry = leaderboardEntry.extend({ rankNow: z.int().positive().nullable() })

/**
 * A page of a board as it was at the end of a day in UTC: from the plays received until then, under the rules and with
 * the charts of today. Plays withdrawn, wiped or erased since are not in it.
 */
export const boardAtDay = leaderboard.extend({
  hash: chartHash,
  day: z.iso.date(),
  scores: z.array(pastEntry),
})
export type BoardAtDay = z.infer<typeof boardAtDay>

export const getBoardAtDay = route('getBoardAtDay', 'GET /api/chart/:hash/leaderboards/:day', {
  summary:
    'Get a page of a chart’s board as it was at the end of a day (UTC): from the plays received until then that still exist, under today’s rules',
  params: z.object({ hash: chartHash, day: z.iso.date() }),
  query: onBoard.extend({ page: pageNumber.default(1) }),
  answer: boardAtDay,
  errors: [404, 422],
})

/**
 * A time for which a player held the first place, by when plays were received. `until`: null for the present one.
 * `score`, `grade`, `playId`: of its last and best play; `firstScore`: of the play that took the place.
 */
const reign = z.object({
  user: playerName,
  since: isoTime,
  until: isoTime.nullable(),
  playId: numericId,
  score: percent,
  grade,
  firstScore: percent,
})
export type Reign = z.infer<typeof reign>

export const chartReigns = z.object({
  hash: chartHash,
  leaderboard: boardName,
  /** The number of all reigns; `reigns` has the latest, latest first. */
  total: z.int().min(0),
  reigns: z.array(reign).max(maxReigns),
})
export type ChartReigns = z.infer<typeof chartReigns>

export const getChartReigns = route('getChartReigns', 'GET /api/chart/:hash/firsts', {
  summary: `Get who held the first place of a chart’s board, and for how long, at most the latest ${maxReigns}`,
  params: z.object({ hash: chartHash }),
  query: onBoard,
  answer: chartReigns,
  errors: [404, 422],
})

/**
 * A page of the standings of an event as they were at the end of a day in UTC: from the plays received until then, with
 * the rounds, charts and points of then, under the rules of today. Plays withdrawn, wiped or erased since are not in it.
 * From its closing on: the final standings. Empty before its announcement, and for a round that it did not have.
 * `leaderboard`: the first board of then if it did not have the requested one.
 */
export const standingsAtDay = z.object({
  slug: competitionSlug,
  day: z.iso.date(),
  round: roundNumber,
  leaderboard: boardName,
  rankings: z.array(competitionRanking.extend({ rankNow: z.int().positive().nullable() })),
  meta: pageMeta,
})
export type StandingsAtDay = z.infer<typeof standingsAtDay>

export const getStandingsAtDay = route('getEventStandingsAtDay', 'GET /api/event/:slug/standings/:day', {
  summary: `Standings of an event or one of its rounds as they were at the end of a day (UTC): from the plays received until then that still exist, with the charts, windows and points of then, under today’s rules, ${standingsPageSize} per page`,
  params: z.object({ slug: competitionSlug, day: z.iso.date() }),
  query: getCompetitionStandings.query,
  answer: standingsAtDay,
  errors: [404, 422],
})

/** Two letters, ISO 3166-1. */
export const countryCode = z.string().regex(/^[A-Za-z]{2}$/)

/** The place among all players beside the one among some. */
const ofAll = { rankOfAll: z.int().positive() }

/** An entry of a board among some players; `rank` is the one among them. */
const entryAmong = leaderboardEntry.extend(ofAll)

const countryBoard = leaderboard.extend({ hash: chartHash, country, scores: z.array(entryAmong) })
export type CountryBoard = z.infer<typeof countryBoard>

export const listCountriesOfPlayers = route('listCountriesOfPlayers', 'GET /api/players/countries', {
  summary: 'List the countries that players have set, by name',
  answer: z.object({ countries: z.array(country) }),
})

export const getCountryBoard = route('getCountryBoard', 'GET /api/chart/:hash/country/:code', {
  summary: 'Get a page of a chart’s board among the players of a country, with their ranks among all',
  params: z.object({ hash: chartHash, code: countryCode }),
  query: onBoard.extend({
    page: pageNumber.default(1),
  }),
  answer: countryBoard,
  errors: [404],
})

/** Standings among some players; `rank` is the one among them. `country`: null among rivals. */
export const filteredStandings = z.object({
  slug: competitionSlug,
  round: roundNumber,
  leaderboard: boardName,
  country: country.nullable(),
  rankings: z.array(competitionRanking.extend(ofAll)),
  meta: pageMeta,
})
export type FilteredStandings = z.infer<typeof filteredStandings>

export const getCountryStandings = route('getCountryStandings', 'GET /api/event/:slug/country/:code', {
  summary: `Standings of an event or one of its rounds among the players of a country, ${standingsPageSize} per page`,
  params: z.object({ slug: competitionSlug, code: countryCode }),
  query: getCompetitionStandings.query,
  answer: filteredStandings,
  errors: [404],
})

export const getRivalStandings = route('getRivalStandings', 'GET /api/event/:slug/rivals', {
  access: 'session',
  summary: `Standings of an event or one of its rounds among the caller and their rivals, ${standingsPageSize} per page`,
  params: z.object({ slug: competitionSlug }),
  query: getCompetitionStandings.query,
  answer: filteredStandings,
  errors: [404],
})

/** The caller on one board. `next`: the entry directly above. `rivals`: the caller's rivals on the board, by rank. */
const chartPlace = z.object({
  leaderboard: boardName,
  id: z.int(),
  total: z.int().min(0),
  own: leaderboardEntry.nullable(),
  next: leaderboardEntry.nullable(),
  rivals: z.array(leaderboardEntry).max(maxRivals),
})
export type ChartPlace = z.infer<typeof chartPlace>

export const chartPlaces = z.object({ hash: chartHash, places: z.array(chartPlace) })
export type ChartPlaces = z.infer<typeof chartPlaces>

export const getChartPlaces = route('getChartPlaces', 'GET /api/chart/:hash/places', {
  access: 'session',
  summary:
    'Get the ranks of the caller and their rivals on the boards of a chart. Boards of a chart without plays are empty',
  params: z.object({ hash: chartHash }),
  answer: chartPlaces,
})
