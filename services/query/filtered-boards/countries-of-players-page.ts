import { countriesOfPlayers } from '@stepledger/projections/countries/countries-of-players.ts'
import { type Country, countries } from '../../platform/countries/countries.ts'
import type { Page } from '../page.ts'

/** The countries that players have set, by name. */
export const countriesOfPlayersPage: Page<null, ReadonlySet<number>, { countries: Country[] }> = {
  find: async ({ generation }) => new Set(await countriesOfPlayers(generation)),
  show: (found) => ({ answer: { countries: countries.filter(({ id }) => found.has(id)) }, tags: [] }),
}
