import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { isoTime } from '../http/shapes/time.ts'
import { chartHash, numericId } from '../ids.ts'

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
    .describe('An event for players was announced, changed or closed with final standings.'),
  rules: z.object({ at: isoTime, title: z.string() }).describe('Scoring rules were published.'),
} as const

export type StreamMessageName = keyof typeof streamMessages
export type StreamMessage<Name extends StreamMessageName = StreamMessageName> = z.infer<
  (typeof streamMessages)[Name]
>
