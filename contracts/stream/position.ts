import { z } from 'zod'
import type { Position } from '../ledger/position.ts'
import { defaultPartitions, isPartitionCount, maxPartitions } from '../ledger/topic.ts'

/**
 * The resume position of a reader of the event stream. It is self-contained, so any process can resume from it, before
 * or after a restart, whichever generation is live.
 */
export interface StreamPosition {
  /** The hour whose plays are sent next, in hours since 1970, and the next part of it. */
  readonly hour: number
  readonly part: number
  /** The next offset of the topic `rules`, and of each partition of the topic `events` for pack events. */
  readonly rules: number
  readonly packs: readonly number[]
  /** Parked pack events before those offsets, which are sent once they are folded. */
  readonly parked: readonly Position[]
}

/** The start of the stream of a ledger with this many partitions. */
export function streamBeginning(partitions: number): StreamPosition {
  return { hour: 0, part: 0, rules: 0, packs: new Array<number>(partitions).fill(0), parked: [] }
}

/**
 * Returns a position in a ledger with this many partitions. That of a ledger with another number, which was moved here,
 * does not say which news of packs were sent: they are sent again.
 */
export function streamPositionIn(partitions: number, position: StreamPosition): StreamPosition {
  if (position.packs.length === partitions) return position
  const { packs, parked } = streamBeginning(partitions)
  return { ...position, packs, parked }
}

export const partsOfHour = 256

/** Maximum parked events in a position. */
export const maxParked = 50

/**
 * Formats as `hour.part.rules.packs`, with one number per partition for packs, then `~partition.offset` for each parked
 * event; numbers in base 36.
 */
export const streamPositionText = z
  .string()
  .regex(
    new RegExp(
      `^[0-9a-z]{1,6}\\.[0-9a-z]{1,2}\\.[0-9a-z]{1,9}(?:\\.[0-9a-z]{1,9}){${defaultPartitions},${maxPartitions}}(?:~[0-9a-z]{1,2}\\.[0-9a-z]{1,9}){0,${maxParked}}$`,
    ),
    'must be the id of a message of this stream',
  )

export function formatStreamPosition({ hour, part, rules, packs, parked }: StreamPosition): string {
  const done = joined([hour, part, rules, ...packs])
  return [done, ...parked.map(({ partition, offset }) => joined([partition, offset]))].join('~')
}

/** Parses a position; null if malformed. */
export function parseStreamPosition(text: string): StreamPosition | null {
  if (!streamPositionText.safeParse(text).success) return null
  const [done = '', ...later] = text.split('~')
  const [hour = 0, part = 0, rules = 0, ...packs] = numbersIn(done)
  const parked = later.map(numbersIn).map(([partition = 0, offset = 0]) => ({ partition, offset }))
  return part < partsOfHour && isPartitionCount(packs.length) ? { hour, part, rules, packs, parked } : null
}

const joined = (numbers: readonly number[]) => numbers.map((number) => number.toString(36)).join('.')
const numbersIn = (text: string) => text.split('.').map((digits) => Number.parseInt(digits, 36))
