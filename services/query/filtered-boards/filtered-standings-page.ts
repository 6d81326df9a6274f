import { standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
import type {
  FilteredStandings,
  getCountryStandings,
  getRivalStandings,
} from '@stepledger/contracts/http/country-boards.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import { filteredStandings } from '@stepledger/projections/standings/standings-of-country-or-rivals.ts'
import type { Country } from '../../platform/countries/countries.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { rankingOf } from '../competitions/competition-standings-page.ts'
import { requestedBoard } from '../competitions/shown-competition.ts'
import type { OwnQuestionOf, Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { knownCountry } from './country-board-page.ts'

/** A page of standings among the players of a country; null for an unknown round. Throws 404. */
export const countryStandingsPage: Page<QuestionOf<typeof getCountryStandings>, FilteredStandings> = (
  { generation },
  { code, ...question },
) => {
  const country = knownCountry(code)
  return filteredPage(generation, question, { country: country.id }, country)
}

/** A page of standings among a player and the rivals of that player; null for an unknown round. */
export const rivalStandingsPage: Page<OwnQuestionOf<typeof getRivalStandings>, FilteredStandings> = async (
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
  const row = await competitionBySlug(generation, slug)
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
