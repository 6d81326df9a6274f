import { type TimeFormat, timeFormats } from './format-time.ts'

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
    <time dateTime={at} title={timeFormats.whole(date)} className={className}>
      {timeFormats[format](date)}
    </time>
  )
}
