import { z } from 'zod'

/** A time in JSON: ISO 8601, UTC. */
export const isoTime = z.iso.datetime()

/** A time with its zone, as a person writes it: 2026-12-07T17:00Z, 2026-12-07T18:00+01:00. */
export const zonedTime = z.union(
  // Minutes alone have a precision of their own.
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  { error: 'must be a time with its zone, such as 2026-12-07T17:00Z' },
)
