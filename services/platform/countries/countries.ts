import type { PublicUser } from '@stepledger/contracts/http/shapes/user.ts'
import iso from 'i18n-iso-countries/index.js'

export type Country = NonNullable<PublicUser['country']>

const names = new Intl.DisplayNames('en', { type: 'region', style: 'short' })

/** Every country of ISO 3166-1 with its number and its two letters, ordered by its short English name in CLDR. */
export const countries: readonly Country[] = Object.entries(iso.getNumericCodes())
  .map(([number, code]) => ({ id: Number(number), name: names.of(code) ?? code, code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

const byId = new Map(countries.map((country) => [country.id, country]))

export function countryOf(id: number | null): Country | null {
  return (id !== null && byId.get(id)) || null
}

const byCode = new Map(countries.map((country) => [country.code, country]))

/** In upper or lower case. */
export function countryOfCode(code: string): Country | null {
  return byCode.get(code.toUpperCase()) ?? null
}
