import { userInfo } from 'node:os'
import { zonedTime } from '@stepledger/contracts/http/shapes/time.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import type { ActingOperator } from '../accounts/operations/operators.ts'
import type { Environment } from '../platform/config/config.ts'
import { UsageError } from './exit-codes.ts'

/** Adds --as and --reason to a command that changes something. */
export function addActingOptions(command: Command): void {
  command.option('--as <name>', 'your name or alias, for "ledger audit"; by default that of the system user')
  if (!command.options.some(({ long }) => long === '--reason'))
    command.option('--reason <text>', 'why, for "ledger audit"; without personal data')
}

const given = z.object({
  as: z.string().trim().min(1).max(60).optional(),
  reason: z.string().trim().max(500).optional(),
})

/**
 * The operator of a command: the name given with `--as`, or else the user of the operating system. Throws UsageError.
 */
export function operatorOf(options: unknown, env: Environment): ActingOperator {
  const parsed = given.safeParse(options)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UsageError(
      issue?.path[0] === 'as' ? '--as: 1 to 60 characters' : '--reason: at most 500 characters',
    )
  }
  const { as, reason } = parsed.data
  return {
    name: as ?? systemUser(env),
    mayBeAlias: as !== undefined,
    reason: reason === undefined || reason === '' ? null : reason,
  }
}

function systemUser(env: Environment): string {
  try {
    return env.SUDO_USER || userInfo().username
  } catch {
    // A container can run under an id without a user.
    return 'unknown'
  }
}

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
