import type { PublicUser } from '@stepledger/contracts/http/shapes/user.ts'
import iso from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

export type Country = NonNullable<PublicUser['country']>

// The entry point of the package loads the names of all its eighty languages.
iso.registerLocale(english)

/** Every country of ISO 3166-1 with its number and its two letters, by its English name. */
export const countries: readonly Country[] = Object.entries(iso.getNames('en'))
  .flatMap(([code, name]) => {
    const number = iso.alpha2ToNumeric(code)
    return number === undefined ? [] : [{ id: Number(number), name, code }]
  })
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

const byId = new Map(countries.map((country) => [country.id, country]))

/** The country of this number; null for none, and for one that there is not. */
export function countryOf(id: number | null): Country | null {
  return (id !== null && byId.get(id)) || null
}
