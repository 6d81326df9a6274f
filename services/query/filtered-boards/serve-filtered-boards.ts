import {
  getCountryBoard,
  getCountryStandings,
  getRivalStandings,
  listCountriesOfPlayers,
} from '@stepledger/contracts/http/country-boards.ts'
import { countriesOfPlayers } from '@stepledger/projections/countries/countries-of-players.ts'
import { type Country, countries } from '../../platform/countries/countries.ts'
import type { Page } from '../page.ts'
import type { ServeOwnPage, ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { countryBoardPage } from './country-board-page.ts'
import { countryStandingsPage, rivalStandingsPage } from './filtered-standings-page.ts'

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
