import { numericIdText } from '@stepledger/contracts/ids.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import { InvalidArgumentError } from 'commander'
import { zonedTime } from './competitions/zoned-time.ts'

/** A play's id. Throws InvalidArgumentError. */
export function playIdArgument(text: string): number {
  const id = numericIdText.safeParse(text)
  if (!id.success) throw new InvalidArgumentError('The id of a play must be a number.')
  return id.data
}

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

/** A time with a time zone, such as 2026-12-07T17:00Z, in ms since 1970. Throws InvalidArgumentError. */
export function timeArgument(text: string): number {
  const time = zonedTime.safeParse(text)
  if (!time.success) throw new InvalidArgumentError(`It ${time.error.issues[0]?.message ?? 'is not a time'}.`)
  return time.data
}
