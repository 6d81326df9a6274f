import { z } from 'zod'
import { competitionSlug } from './competition/competition-document.ts'
import { isoTime } from './http/shapes/time.ts'
import { chartHash, numericId } from './ids.ts'
import type { Position } from './ledger/position.ts'
import { defaultPartitions, isPartitionCount, maxPartitions } from './ledger/topic.ts'

/** How far back a reader may resume (retention), days. */
export const streamDays = 7

/** Limit of plays published per hour, because the rows of an hour are in memory together. Later ones are dropped. */
export const maxPlaysOfHour = 100_000

/** Interval of heartbeats on an idle stream, seconds. */
export const heartbeatSeconds = 15

/** A reader that does not read for this long is disconnected, seconds. */
export const streamPatienceSeconds = 30

const count = z.int().min(0)
const percent = z.number().min(0).max(100).nullable()

/**
 * A play, without its player: what was sent cannot be taken back after an erasure, and who played is on the board's page
 * for whoever may know it.
 */
const publishedPlay = z.object({
  chart: chartHash,
  stepsType: z.string().nullable().describe('Null if no pack contains the chart'),
  meter: z.int().nullable().describe('Null if the chart is not rated'),
  passed: z.boolean().nullable().describe('Null if the game did not report it'),
  ranked: z.boolean().describe('Whether the play counts on the boards'),
  rate: z.number().nullable().describe('Null if the game did not report it'),
  hardEx: percent,
  ex: percent,
  itg: percent,
})
export type PublishedPlay = z.infer<typeof publishedPlay>

/** The messages of the stream, by the value of the field `event`. */
export const streamMessages = {
  start: z
    .object({
      oldest: isoTime,
      delayMinutes: count,
      skipped: z.boolean(),
    })
    .describe(
      'The first message of each connection. `skipped`: the requested position is older than `oldest`, so messages were missed.',
    ),
  plays: z
    .object({ hour: isoTime, plays: z.array(publishedPlay), complete: z.boolean() })
    .describe(
      "Plays of an hour without their players, published after its end and the operator's delay, in no order. `complete`: no more messages of this hour follow. Plays of players who opted out are left out, and so is an hour without plays.",
    ),
  pack: z
    .object({
      at: isoTime,
      pack: numericId,
      change: z.enum(['added', 'updated', 'renamed', 'removed']),
      name: z.string(),
      songs: count,
    })
    .describe('A pack was added, changed, renamed or removed.'),
  event: z
    .object({
      at: isoTime,
      slug: competitionSlug,
      change: z.enum(['announced', 'changed', 'closed']),
      name: z.string(),
      start: isoTime,
      end: isoTime,
    })
    .describe(
      'An event for players was announced, changed or closed with final standings. `name` is the slug if a player runs it.',
    ),
  rules: z.object({ at: isoTime, title: z.string() }).describe('Scoring rules were published.'),
} as const

export type StreamMessageName = keyof typeof streamMessages
export type StreamMessage<Name extends StreamMessageName = StreamMessageName> = z.infer<
  (typeof streamMessages)[Name]
>

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
