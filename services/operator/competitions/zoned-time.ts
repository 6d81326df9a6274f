import { DateTime } from 'luxon'
import { z } from 'zod'

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Parses text such as 2026-12-07T18:00:00+01:00 to ms since 1970. A time zone is required.
 */
export const zonedTime = z.string().transform((text, context) => {
  const time = DateTime.fromISO(text)
  if (withZone.test(text) && time.isValid) return time.toMillis()
  context.addIssue({
    code: 'custom',
    message: 'must be a time with a time zone, such as 2026-12-07T18:00:00+01:00 or 2026-12-07T17:00:00Z',
  })
  return z.NEVER
})

/** Ms since 1970 in the same form. */
export function zonedText(ms: number): string {
  return new Date(ms).toISOString()
}
