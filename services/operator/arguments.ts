import { zonedTime } from '@stepledger/contracts/http/shapes/time.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import { InvalidArgumentError } from 'commander'

// Parsers of arguments. They throw InvalidArgumentError.

/** A time with a time zone, such as 2026-12-07T17:00Z, in ms since 1970. */
export function timeArgument(text: string): number {
  const read = zonedTime.safeParse(text)
  if (!read.success) throw new InvalidArgumentError(`It ${read.error.issues[0]?.message}.`)
  return Date.parse(read.data)
}

/** `partition:offset`. */
export function positionArgument(text: string): Position {
  const position = parsePosition(text)
  if (!position) throw new InvalidArgumentError('A position must be partition:offset, such as 3:1200.')
  return position
}

/** A positive whole number. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be an integer of at least 1.')
  return Number(text)
}
