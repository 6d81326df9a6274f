import { z } from 'zod'
import { withParameters } from '../../app/with-parameters.ts'

/** The query parameter with the day at whose end a board is shown, such as 2026-03-01. */
const parameter = 'at'

/** The earliest day that can be chosen: before it there is no ledger. */
export const firstDay = '2020-01-01'

const isoDay = z.iso.date()

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The last day that can be chosen: yesterday, in UTC. */
export function lastDay(): string {
  return dayOf(new Date(Date.now() - 86_400_000))
}

/** The day that an address names; null for none, one in the future or something else: the board of now. */
export function dayFrom(search: URLSearchParams, now: Date): string | null {
  const day = isoDay.safeParse(search.get(parameter))
  return day.success && day.data >= firstDay && day.data < dayOf(now) ? day.data : null
}

/** The same address at another day, from the first page on; null for now. */
export function atDay(search: URLSearchParams, day: string | null): URLSearchParams {
  return withParameters(search, { page: null, [parameter]: day })
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Mar 1, 2026. */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}
