import { z } from 'zod'

/** A time in JSON: ISO 8601, UTC. */
export const isoTime = z.iso.datetime()

/** A time with its zone, as a person writes it: 2026-12-07T17:00Z, 2026-12-07T18:00+01:00. */
export const zonedTime = z.union(
  // Minutes alone have a precision of their own.
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  { error: 'must be a time with its zone, such as 2026-12-07T17:00Z' },
)

const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400 }

/** A length of time as a person writes it, in seconds: 5400, 90min, 36h, 2d. */
export const duration = z
  .string()
  .regex(/^\d{1,7} ?(s|min|h|d)?$/, 'must be a number of seconds, or a duration such as 90min, 36h or 2d')
  .transform((text) => Number.parseInt(text, 10) * (secondsOf[text.replace(/^\d+ ?/, '')] ?? 1))
