import { shortTime, type TimeFormat, timeFormats } from './format-time.ts'

interface Props {
  /** ISO 8601. */
  readonly at: string
  readonly format?: TimeFormat
  readonly className?: string
}

/** A moment in the reader's own time zone; the whole of it on hover. */
export function Time({ at, format = 'moment', className }: Props) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={timeFormats.whole.format(date)} className={className}>
      {timeFormats[format].format(date)}
    </time>
  )
}

/** A moment where there is little room: the hour of today, else the day. */
export function ShortTime({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={timeFormats.whole.format(date)}>
      {shortTime(date, new Date())}
    </time>
  )
}
