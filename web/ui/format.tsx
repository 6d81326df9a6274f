interface Props {
  /** ISO 8601. */
  readonly at: string
  readonly format?: TimeFormat
  readonly className?: string
}

/** A time in the viewer's time zone, with the full date as tooltip. */
export function Time({ at, format = 'moment', className }: Props) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={timeFormats.whole(date)} className={className}>
      {timeFormats[format](date)}
    </time>
  )
}

/** A lazily created formatter: creating one takes about 10 ms, and a page uses one or two. */
function formatter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-US', options)
    return format.format(at)
  }
}

const ofDay = { month: 'short', day: 'numeric' } as const
const ofHour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const moment = formatter({ ...ofDay, ...ofHour })
const day = formatter({ ...ofDay, year: 'numeric' })
const whole = formatter({ ...ofDay, year: 'numeric', ...ofHour })
/** 21:52, in the viewer's time zone. */
export const clock = formatter(ofHour)
/** Monday, December 14, 2026, in the viewer's time zone. */
export const longDay = formatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** Dec 14, in the viewer's time zone. */
export const monthDay = formatter(ofDay)

/** For rows: the time if it is today, else the day, with the year if it is not the current one. */
function short(at: Date, now: Date): string {
  if (day(at) === day(now)) return clock(at)
  return (at.getFullYear() === now.getFullYear() ? monthDay : day)(at)
}

/**
 * In the viewer's time zone. `short`: 21:52, Dec 14, Dec 14, 2025 · `moment`: Dec 14, 21:52 · `day`: Dec 14, 2026
 * · `whole`: Dec 14, 2026, 21:52.
 */
export const timeFormats = {
  short: (at: Date, now = new Date()) => short(at, now),
  moment,
  day,
  whole,
} as const
type TimeFormat = keyof typeof timeFormats

/** Seconds as minutes and seconds, or minutes as hours and minutes: 132 is `2:12`. */
export function formatLength(count: number): string {
  const whole = Math.round(count)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The remaining seconds as `mm:ss`: 3600 is `60:00`. */
export function formatCountdown(seconds: number): string {
  return formatLength(Math.max(0, Math.ceil(seconds))).padStart(5, '0')
}

/** "1,204". */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** "1 board", "1,204 boards". */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
