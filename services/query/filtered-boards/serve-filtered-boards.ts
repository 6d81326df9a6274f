import {
  getCountryBoard,
  getCountryStandings,
  getRivalStandings,
  listCountriesOfPlayers,
} from '@stepledger/contracts/http/country-boards.ts'
import { countriesOfPlayers } from '@stepledger/projections/countries/countries-of-players.ts'
import { type Country, countries, countryOfCode } from '../../platform/countries/countries.ts'
import { notFound } from '../../platform/http/http-error.ts'
import type { Page } from '../page.ts'
import type { ServeOwnPage, ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { countryBoardPage } from './country-board-page.ts'
import { filteredStandingsPage } from './filtered-standings-page.ts'

/** The countries that players have set, by name. */
const countriesOfPlayersPage: Page<null, ReadonlySet<number>, { countries: Country[] }> = {
  find: async ({ generation }) => new Set(await countriesOfPlayers(generation)),
  show: (found) => ({ answer: { countries: countries.filter(({ id }) => found.has(id)) }, tags: [] }),
}

/**
 * Serves boards and standings among the players of a country, the list of these countries, and standings among the
 * caller's rivals.
 */
export function serveFilteredBoards(servePage: ServePage, serveOwnPage: ServeOwnPage): void {
  servePage(listCountriesOfPlayers, { page: countriesOfPlayersPage, about: () => tag.countries }, () => null)
  servePage(
    getCountryBoard,
    { page: countryBoardPage, about: ({ hash }) => tag.chart(hash), missing: 'Chart not found' },
    ({ params: { hash, code }, query }) => ({ hash, country: knownCountry(code), ...query }),
  )
  servePage(
    getCountryStandings,
    {
      page: filteredStandingsPage,
      about: ({ slug }) => tag.event(slug),
      missing: 'Event or round not found',
    },
    ({ params: { slug, code }, query }) => ({
      slug,
      ...query,
      filter: { country: knownCountry(code) },
    }),
  )
  serveOwnPage(getRivalStandings, filteredStandingsPage, ({ player, params: { slug }, query }) => ({
    slug,
    ...query,
    filter: { player },
  }))
}

/** Throws 404. */
function knownCountry(code: string): Country {
  const country = countryOfCode(code)
  if (country === null) throw notFound('Country not found')
  return country
}
