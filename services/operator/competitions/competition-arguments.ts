import { InvalidArgumentError } from 'commander'
import { zonedTime } from './zoned-time.ts'

/** Ms since 1970. Throws InvalidArgumentError. */
export function timeArgument(text: string): number {
  const time = zonedTime.safeParse(text)
  if (!time.success) throw new InvalidArgumentError(`It ${time.error.issues[0]?.message}.`)
  return time.data
}

const secondsOf = new Map([
  ['', 1],
  ['s', 1],
  ['min', 60],
  ['h', 3_600],
  ['d', 86_400],
])

/** A duration in seconds: 5400, 90min, 36h, 2d. Throws InvalidArgumentError. */
export function graceArgument(text: string): number {
  const [, amount, unit] = /^(\d{1,7}) ?(s|min|h|d|)$/.exec(text) ?? []
  const seconds = secondsOf.get(unit ?? '?')
  if (amount === undefined || seconds === undefined)
    throw new InvalidArgumentError('It must be a number of seconds, or a duration such as 90min, 36h or 2d.')
  return Number(amount) * seconds
}
