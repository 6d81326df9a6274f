import { z } from 'zod'
import { topics } from '../ledger/topic.ts'

/**
 * How far a reader of the event stream has come. It says so by itself alone, so any process goes on exactly there, before or after a restart,
 * whichever generation is live.
 */
export interface StreamPosition {
  /** The hour whose plays come next, hours since 1970, and the part of it: those before were told. */
  readonly hour: number
  readonly part: number
  /** The next offset of the topic `rules`, and of each partition of the topic `events` as far as it tells of packs. */
  readonly rules: number
  readonly packs: readonly number[]
}

const { partitions } = topics.events

/** Before everything. */
export const streamBeginning: StreamPosition = {
  hour: 0,
  part: 0,
  rules: 0,
  packs: Array.from({ length: partitions }, () => 0),
}

/** Parts that an hour is told in, at most. */
export const partsOfHour = 256

/** `hour.part.rules.packs`, the last with a number for each partition; numbers by base 36. */
export const streamPositionText = z
  .string()
  .regex(
    new RegExp(`^[0-9a-z]{1,6}\\.[0-9a-z]{1,2}\\.[0-9a-z]{1,9}(?:\\.[0-9a-z]{1,9}){${partitions}}$`),
    'must be the id of a message of this stream',
  )

export function formatStreamPosition({ hour, part, rules, packs }: StreamPosition): string {
  return [hour, part, rules, ...packs].map((number) => number.toString(36)).join('.')
}

/** The position that `text` names, or null when it is none. */
export function parseStreamPosition(text: string): StreamPosition | null {
  if (!streamPositionText.safeParse(text).success) return null
  const [hour = 0, part = 0, rules = 0, ...packs] = text
    .split('.')
    .map((number) => Number.parseInt(number, 36))
  return part < partsOfHour ? { hour, part, rules, packs } : null
}
