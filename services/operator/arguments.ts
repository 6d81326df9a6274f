import { zonedTime } from '@stepledger/contracts/http/shapes/time.ts'
import { chartHash, numericIdText } from '@stepledger/contracts/ids.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

/**
 * Returns a parser of arguments by a schema. It throws InvalidArgumentError with the message; without one, with that of
 * the schema, which continues "It".
 */
export function argumentOf<S extends z.ZodType>(schema: S, message?: string): (text: string) => z.output<S> {
  return (text) => {
    const read = schema.safeParse(text)
    if (!read.success) throw new InvalidArgumentError(message ?? `It ${read.error.issues[0]?.message}.`)
    return read.data
  }
}

export const playIdArgument = argumentOf(numericIdText, 'The id of a play must be a number.')

export const chartArgument = argumentOf(
  z.string().toLowerCase().pipe(chartHash),
  'The hash of a chart must be 16 hex digits.',
)

/** A time with a time zone, such as 2026-12-07T17:00Z, in ms since 1970. */
export const timeArgument = argumentOf(zonedTime.transform((text) => Date.parse(text)))

/** `partition:offset`. Throws InvalidArgumentError. */
export function positionArgument(text: string): Position {
  const position = parsePosition(text)
  if (!position) throw new InvalidArgumentError('A position must be partition:offset, such as 3:1200.')
  return position
}

/** A positive whole number. Throws InvalidArgumentError. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be an integer of at least 1.')
  return Number(text)
}
