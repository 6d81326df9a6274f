import type { PublicUser } from '@stepledger/contracts/http/shapes/user.ts'
import iso from 'i18n-iso-countries/index.js'

export type Country = NonNullable<PublicUser['country']>

const names = {
  short: new Intl.DisplayNames('en', { type: 'region', style: 'short' }),
  long: new Intl.DisplayNames('en', { type: 'region', style: 'long' }),
}

/** The short name of CLDR. Initials (UK, US) are written out, because nobody looks for them in a list of names. */
function nameOf(code: string): string {
  const short = names.short.of(code) ?? code
  return /^[A-Z]+$/.test(short) ? (names.long.of(code) ?? short) : short
}

/** Every country of ISO 3166-1 with its number and its two letters, by its English name. */
export const countries: readonly Country[] = Object.entries(iso.getNumericCodes())
  .map(([number, code]) => ({ id: Number(number), name: nameOf(code), code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

const byId = new Map(countries.map((country) => [country.id, country]))

/** The country of this number; null for none, and for one that there is not. */
export function countryOf(id: number | null): Country | null {
  return (id !== null && byId.get(id)) || null
}
