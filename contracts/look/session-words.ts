import type { SessionDay } from '../http/play-sessions.ts'

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
const mediumDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })

/** `Friday Evening`. */
export function sessionName({ date, part }: SessionDay): string {
  return `${weekday.format(new Date(date))} ${part.charAt(0).toUpperCase()}${part.slice(1)}`
}

/** `Friday, December 11, 2026`. */
export function sessionDate({ date }: SessionDay): string {
  return wholeDay.format(new Date(date))
}

/** `Dec 11, 2026`. */
export function shortDate({ date }: SessionDay): string {
  return mediumDay.format(new Date(date))
}

/** `1 h 12`, `48 min`; at least one minute. */
export function playTimeText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')}`
}
