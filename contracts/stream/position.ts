import { z } from 'zod'
import type { Position } from '../ledger/position.ts'
import { topics } from '../ledger/topic.ts'

/**
 * How far a reader of the event stream has come. It says so by itself alone, so any process goes on exactly there,
 * before or after a restart, whichever generation is live.
 */
export interface StreamPosition {
  /** The hour whose plays come next, hours since 1970, and the part of it: those before were sent. */
  readonly hour: number
  readonly part: number
  /** The next offset of the topic `rules`, and of each partition of the topic `events` as far as it tells of packs. */
  readonly rules: number
  readonly packs: readonly number[]
  /**
   * Before those: events of packs that could not be folded yet when the reader passed them, and are sent once they are.
   */
  readonly parked: readonly Position[]
}

const { partitions } = topics.events

/** Before everything. */
export const streamBeginning: StreamPosition = {
  hour: 0,
  part: 0,
  rules: 0,
  packs: Array.from({ length: partitions }, () => 0),
  parked: [],
}

/** Parts that an hour is sent in, at most. */
export const partsOfHour = 256

/** So many parked events a position names at most. */
export const mostParked = 50

/**
 * `hour.part.rules.packs`, packs with a number for each partition, then `~partition.offset` for each event that was
 * parked; numbers by base 36.
 */
export const streamPositionText = z
  .string()
  .regex(
    new RegExp(
      `^[0-9a-z]{1,6}\\.[0-9a-z]{1,2}\\.[0-9a-z]{1,9}(?:\\.[0-9a-z]{1,9}){${partitions}}(?:~[0-9a-z]{1,2}\\.[0-9a-z]{1,9}){0,${mostParked}}$`,
    ),
    'must be the id of a message of this stream',
  )

export function formatStreamPosition({ hour, part, rules, packs, parked }: StreamPosition): string {
  const done = joined([hour, part, rules, ...packs])
  return [done, ...parked.map(({ partition, offset }) => joined([partition, offset]))].join('~')
}

/** The position that `text` names, or null when it is none. */
export function parseStreamPosition(text: string): StreamPosition | null {
  if (!streamPositionText.safeParse(text).success) return null
  const [done = '', ...later] = text.split('~')
  const [hour = 0, part = 0, rules = 0, ...packs] = numbersIn(done)
  const parked = later.map(numbersIn).map(([partition = 0, offset = 0]) => ({ partition, offset }))
  return part < partsOfHour ? { hour, part, rules, packs, parked } : null
}

const joined = (numbers: readonly number[]) => numbers.map((number) => number.toString(36)).join('.')
const numbersIn = (text: string) => text.split('.').map((digits) => Number.parseInt(digits, 36))
