import { standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
import type { FilteredStandings } from '@stepledger/contracts/http/country-boards.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import {
  type FilteredTotal,
  filteredStandings,
} from '@stepledger/projections/standings/standings-of-country-or-rivals.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import type { Country } from '../../platform/countries/countries.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { rankingOf, type StandingsQuestion } from '../competitions/competition-standings-page.ts'
import { requestedBoard } from '../competitions/shown-competition.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'

interface Question extends StandingsQuestion {
  /** The players of a country, or a player and the rivals of that player. */
  readonly filter: { readonly country: Country } | { readonly player: string }
}

interface Found extends Question {
  readonly row: CompetitionRow
  readonly board: number
  readonly total: number
  readonly totals: readonly FilteredTotal[]
}

/** A page of standings among some players; null for an unknown round. */
export const filteredStandingsPage: Page<Question, Found, FilteredStandings> = {
  async find({ generation }, question) {
    const { slug, round, leaderboard, page, filter } = question
    const row = await competitionBySlug(generation, slug)
    if (!row || round > row.state.document.rounds.length) return null
    const board = requestedBoard(row.state.document.boards, leaderboard)
    const { total, totals } = await filteredStandings(
      generation,
      { slug, round, board },
      'country' in filter
        ? { country: filter.country.id }
        : {
            players: [filter.player, ...(await rivalIdsOf(generation, filter.player))],
          },
      fromPage({ page, limit: standingsPageSize }),
    )
    return { ...question, row, board, total, totals }
  },

  async show({ slug, round, page, filter, row: { state }, board, total, totals }, { players }) {
    const ids = totals.map(({ player }) => player)
    const names = await players.lookUp(ids)
    const country = 'country' in filter ? filter.country : null
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(state.document.boards, board),
        country,
        rankings: totals.map((one) => ({ ...rankingOf(one, names), rankOfAll: one.rankOfAll })),
        meta: pageMetaOf({ page, limit: standingsPageSize }, total),
      },
      tags: [...(country ? [tag.country(country.id)] : []), ...ids.map(tag.name)],
    }
  },
}
