import { z } from 'zod'

/** A player: an opaque uuid, lower case. */
export const playerId = z.uuid().toLowerCase()

/** A chart: the first 16 hex digits of the hash that the game computes, lower case. */
export const chartHash = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits')

/** A play or a pack: a positive whole number. */
export const numericId = z.int().positive()

/** A wipe of an operator: the time of its beginning and a random part. */
export const wipeId = z
  .string()
  .regex(/^[0-9a-z]{1,32}$/, 'must be lower-case letters and digits, at most 32')

/** A `numericId` in a path or a query. At most 15 digits: a double represents not every number of 16 digits. */
export const numericIdText = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'must be a positive whole number, of 15 digits at most')
  .transform(Number)
  .pipe(numericId)
