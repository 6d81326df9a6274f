import {
  type CountryBoard,
  type FilteredStandings,
  getCountryBoard,
  getCountryStandings,
  getRivalStandings,
  listCountriesOfPlayers,
} from '@stepledger/contracts/http/boards.ts'
import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import { standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { boardOfCountry, countriesOfPlayers } from '@stepledger/projections/countries/countries.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { filteredStandings } from '@stepledger/projections/standings/standings-of-country-or-rivals.ts'
import { type Country, countries, countryOfCode } from '../../platform/countries/countries.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { rankingOf } from '../competitions/competition-standings-page.ts'
import { requestedBoard, visibleCompetition } from '../competitions/shown-competition.ts'
import type { OwnQuestionOf, Page, QuestionOf } from '../page.ts'
import type { ServeOwnPage, ServePage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { boardPaging, formatEntry } from './board-page.ts'

/** The countries that players have set, by name. */
const countriesOfPlayersPage: Page<unknown, { countries: Country[] }> = async ({ generation }) => {
  const found = new Set(await countriesOfPlayers(generation))
  return () => ({ answer: { countries: countries.filter(({ id }) => found.has(id)) }, tags: [] })
}

/**
 * Serves boards and standings among the players of a country, the list of these countries, and standings among the
 * caller's rivals.
 */
export function serveFilteredBoards(servePage: ServePage, serveOwnPage: ServeOwnPage): void {
  servePage(listCountriesOfPlayers, { page: countriesOfPlayersPage, about: () => tag.countries })
  servePage(getCountryBoard, {
    page: countryBoardPage,
    about: ({ hash }) => tag.chart(hash),
    missing: 'Chart not found',
  })
  servePage(getCountryStandings, {
    page: countryStandingsPage,
    about: ({ slug }) => tag.event(slug),
    missing: 'Event or round not found',
  })
  serveOwnPage(getRivalStandings, rivalStandingsPage)
}

/** A page of standings among the players of a country; null for an unknown round. Throws 404. */
const countryStandingsPage: Page<QuestionOf<typeof getCountryStandings>, FilteredStandings> = (
  { generation },
  { code, ...question },
) => {
  const country = knownCountry(code)
  return filteredPage(generation, question, { country: country.id }, country)
}

/** A page of standings among a player and the rivals of that player; null for an unknown round. */
const rivalStandingsPage: Page<OwnQuestionOf<typeof getRivalStandings>, FilteredStandings> = async (
  { generation },
  { player, ...question },
) => {
  const players = [player, ...(await rivalIdsOf(generation, player))]
  return filteredPage(generation, question, { players }, null)
}

async function filteredPage(
  generation: GenerationDb,
  { slug, round, leaderboard, page }: QuestionOf<typeof getRivalStandings>,
  filter: Parameters<typeof filteredStandings>[2],
  country: Country | null,
): ReturnType<Page<unknown, FilteredStandings>> {
  const row = await visibleCompetition(generation, slug)
  if (!row || round > row.state.document.rounds.length) return null
  const { boards } = row.state.document
  const board = requestedBoard(boards, leaderboard)
  const { total, totals } = await filteredStandings(
    generation,
    { slug, round, board },
    filter,
    fromPage({ page, limit: standingsPageSize }),
  )
  return async ({ players }) => {
    const ids = totals.map(({ player }) => player)
    const names = await players.lookUp(ids)
    const meta = pageMetaOf({ page, limit: standingsPageSize }, total)
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(boards, board),
        country,
        rankings: totals.map((one) => ({ ...rankingOf(one, names), rankOfAll: one.rankOfAll })),
        meta,
      },
      tags: [...(country ? [tag.country(country.id)] : []), ...ids.map(tag.name)],
      uncached: isPastEnd(meta),
    }
  }
}

/** A page of a chart's board among the players of a country; null for a chart that is not listed. Throws 404. */
const countryBoardPage: Page<QuestionOf<typeof getCountryBoard>, CountryBoard> = async (
  { generation },
  { hash, code, leaderboard, page },
) => {
  const country = knownCountry(code)
  if (!(await shownChart(generation, hash))) return null
  const { id, name: type } = systemOfBoard(generation.rules, leaderboard)
  const { total, entries } = await boardOfCountry(
    generation,
    { chart: hash, system: id, country: country.id },
    { from: (page - 1) * leaderboardPageSize, limit: leaderboardPageSize },
  )
  return async ({ players: directory }) => {
    const ids = entries.map(({ player }) => player)
    const players = await directory.lookUp(ids)
    const scores = entries.map((entry) => ({ ...formatEntry(entry, players), rankOfAll: entry.rankOfAll }))
    const paging = boardPaging(page, total)
    return {
      answer: { hash, country, type, id, scores, ...paging },
      tags: [tag.country(country.id), ...ids.map(tag.name)],
      uncached: isPastEnd(paging),
    }
  }
}

function knownCountry(code: string): Country {
  const country = countryOfCode(code)
  if (country === null) throw notFound('Country not found')
  return country
}
