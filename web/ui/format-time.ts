const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const whole = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** For rows: the hour and minute of today, else the day, with its year where that is another. */
function short(at: Date, now: Date): string {
  if (day.format(at) === day.format(now)) return clock.format(at)
  return (at.getFullYear() === now.getFullYear() ? date : day).format(at)
}

/** In the time zone of who looks. `short`: 21:52, Dec 14, Dec 14, 2025 · `moment`: Dec 14, 21:52 · `day`: Dec 14, 2026 · `whole`: Dec 14, 2026, 21:52. */
export const timeFormats = {
  short: (at: Date, now = new Date()) => short(at, now),
  moment: (at: Date) => moment.format(at),
  day: (at: Date) => day.format(at),
  whole: (at: Date) => whole.format(at),
} as const
export type TimeFormat = keyof typeof timeFormats
