import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { chartHash } from '../ids.ts'
import { getCompetitionStandings, standingsPageSize } from './competitions.ts'
import { route } from './route.ts'
import { competitionRanking, roundNumber } from './shapes/competition.ts'
import { leaderboard, leaderboardEntry } from './shapes/leaderboard.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { boardName, onBoard } from './shapes/score.ts'
import { country } from './shapes/user.ts'

/** Two letters, ISO 3166-1. */
export const countryCode = z.string().regex(/^[A-Za-z]{2}$/)

/** The place among all players beside the one among some. */
const ofAll = { rankOfAll: z.int().positive() }

/** An entry of a board among some players; `rank` is the one among them. */
export const entryAmong = leaderboardEntry.extend(ofAll)

export const countryBoard = leaderboard.extend({ hash: chartHash, country, scores: z.array(entryAmong) })
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
