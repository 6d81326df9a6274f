import { weeksOfYear } from '@stepledger/contracts/http/player-home.ts'
import { LRUCache } from 'lru-cache'
import { DateTime } from 'luxon'
import { knownZone } from '../known-zone.ts'

/** Days from a Monday to today, in a time zone. */
interface Year {
  /** The first day, `2026-01-31`. */
  readonly from: string
  /** The start of each day and the end of the last one, ms since 1970. */
  readonly times: readonly number[]
}

const years = new LRUCache<string, Year>({ max: 500 })

/** Returns today's date in a zone; UTC for an unknown one. */
export function todayIn(zone: string | null, now: number): { zone: string; date: string } {
  const known = knownZone(zone)
  return { zone: known, date: DateTime.fromMillis(now, { zone: known }).toISODate() ?? '' }
}

/** Returns the days up to `date`. Days are as long as clocks in the zone make them. */
export function yearUntil({ zone, date }: { readonly zone: string; readonly date: string }): Year {
  const key = `${zone} ${date}`
  const year = years.get(key) ?? daysUntil(DateTime.fromISO(date, { zone }))
  years.set(key, year)
  return year
}

function daysUntil(today: DateTime): Year {
  const first = today.startOf('week').minus({ weeks: weeksOfYear - 1 })
  const times: number[] = []
  for (let day = first; day <= today; day = day.plus({ days: 1 }).startOf('day')) times.push(day.toMillis())
  times.push(today.plus({ days: 1 }).startOf('day').toMillis())
  return { from: first.toISODate() ?? '', times }
}
