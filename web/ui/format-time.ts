/** Made when it is first used: the browser takes some 10 ms for each, and a page needs one or two. */
function formatter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return (at) => {
    made ??= new Intl.DateTimeFormat('en-US', options)
    return made.format(at)
  }
}

const ofDay = { month: 'short', day: 'numeric' } as const
const ofHour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const moment = formatter({ ...ofDay, ...ofHour })
const day = formatter({ ...ofDay, year: 'numeric' })
const whole = formatter({ ...ofDay, year: 'numeric', ...ofHour })
const clock = formatter(ofHour)
/** Dec 14, in the time zone of the viewer. */
export const monthDay = formatter(ofDay)

/** For rows: the hour and minute of today, else the day, with its year where that is another. */
function short(at: Date, now: Date): string {
  if (day(at) === day(now)) return clock(at)
  return (at.getFullYear() === now.getFullYear() ? monthDay : day)(at)
}

/**
 * In the time zone of the viewer. `short`: 21:52, Dec 14, Dec 14, 2025 · `moment`: Dec 14, 21:52 · `day`: Dec 14, 2026
 * · `whole`: Dec 14, 2026, 21:52.
 */
export const timeFormats = {
  short: (at: Date, now = new Date()) => short(at, now),
  moment,
  day,
  whole,
} as const
export type TimeFormat = keyof typeof timeFormats
