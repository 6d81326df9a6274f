import { numericIdText } from '@stepledger/contracts/ids.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import { InvalidArgumentError } from 'commander'

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
