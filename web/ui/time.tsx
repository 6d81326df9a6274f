import { type TimeFormat, timeFormats } from './format-time.ts'

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
