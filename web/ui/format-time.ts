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

/** For narrow cards: the hour and minute of today, else the day. Both in the time zone of who looks. */
export function shortTime(at: Date, now: Date): string {
  return (day.format(at) === day.format(now) ? clock : date).format(at)
}

/** `moment`: Dec 14, 21:52 · `day`: Dec 14, 2026 · `whole`: Dec 14, 2026, 21:52; in the time zone of who looks. */
export const timeFormats = { moment, day, whole } as const
export type TimeFormat = keyof typeof timeFormats
