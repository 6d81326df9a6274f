import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import type { CountryBoard } from '@stepledger/contracts/http/country-boards.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { boardOfCountry, type CountryEntry } from '@stepledger/projections/countries/board-of-country.ts'
import type { Country } from '../../platform/countries/countries.ts'
import type { Page } from '../page.ts'
import { boardPaging, formatEntry } from '../pages/board-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

interface CountryBoardQuestion {
  readonly hash: string
  readonly country: Country
  readonly leaderboard?: string | undefined
  /** From 1. */
  readonly page: number
}

interface Found extends CountryBoardQuestion {
  readonly system: { readonly id: number; readonly name: string }
  readonly total: number
  readonly entries: readonly CountryEntry[]
}

/** A page of a chart's board among the players of a country; null for a chart that is not listed. */
export const countryBoardPage: Page<CountryBoardQuestion, Found, CountryBoard> = {
  async find({ generation }, question) {
    const { hash, country, leaderboard, page } = question
    if (!(await shownChart(generation, hash))) return null
    const { id, name } = systemOfBoard(generation.rules, leaderboard)
    const { total, entries } = await boardOfCountry(
      generation,
      { chart: hash, system: id, country: country.id },
      { from: (page - 1) * leaderboardPageSize, limit: leaderboardPageSize },
    )
    return { ...question, system: { id, name }, total, entries }
  },

  async show({ hash, country, page, system, total, entries }, { players: directory }) {
    const ids = entries.map(({ player }) => player)
    const players = await directory.lookUp(ids)
    return {
      answer: {
        hash,
        country,
        type: system.name,
        id: system.id,
        scores: entries.map((entry) => ({ ...formatEntry(entry, players), rankOfAll: entry.rankOfAll })),
        ...boardPaging(page, total),
      },
      tags: [tag.country(country.id), ...ids.map(tag.name)],
    }
  },
}
