import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import type { CountryBoard, getCountryBoard } from '@stepledger/contracts/http/country-boards.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { boardOfCountry } from '@stepledger/projections/countries/board-of-country.ts'
import { type Country, countryOfCode } from '../../platform/countries/countries.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { isPastEnd } from '../../platform/http/paging.ts'
import type { Page, QuestionOf } from '../page.ts'
import { boardPaging, formatEntry } from '../pages/board-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

/** A page of a chart's board among the players of a country; null for a chart that is not listed. Throws 404. */
export const countryBoardPage: Page<QuestionOf<typeof getCountryBoard>, CountryBoard> = async (
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

/** Throws 404. */
export function knownCountry(code: string): Country {
  const country = countryOfCode(code)
  if (country === null) throw notFound('Country not found')
  return country
}
