import { z } from 'zod'
import { minCounted, noiseDeviation } from '../analysis/anonymity.ts'
import { isoTime } from '../http/shapes/time.ts'
import { chartHash, numericId } from '../ids.ts'
import { competitionSlug } from '../rules/competition-document.ts'

/** How far back a reader may resume (retention), days. */
export const streamDays = 7

/** Limit of plays published per hour, because the rows of an hour are in memory together. Later ones are dropped. */
export const maxPlaysOfHour = 100_000

/** Interval of heartbeats on an idle stream, seconds. */
export const heartbeatSeconds = 15

/** A reader that does not read for this long is disconnected, seconds. */
export const streamPatienceSeconds = 30

const whole = z.int().min(0).max(100)
const count = z.int().min(0)

/** A row of published counts: players of a chart, or players with a result at a meter. */
export const playsOfClass = z.object({
  chart: chartHash.nullable().describe('Null in rows of a meter'),
  stepsType: z.string().nullable().describe('Null if no pack contains the chart'),
  meter: z.int().nullable().describe('Null if the chart is not rated'),
  passed: z.boolean().nullable().describe('Null in rows of a chart, and if the game did not report it'),
  ranked: z.boolean().describe('Whether the plays count on the boards'),
  rate: z.number().nullable().describe('Always null'),
  hardEx: whole.nullable().describe('Always null'),
  ex: whole.nullable().describe('EX score, rounded down to a multiple of 5; null in rows of a chart'),
  itg: whole.nullable().describe('Always null'),
  plays: z
    .int()
    .min(minCounted)
    .describe(
      `Number of players with such a play, each counted once, with Gaussian noise of standard deviation ${noiseDeviation}`,
    ),
})
export type PlaysOfClass = z.infer<typeof playsOfClass>

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
    .object({
      hour: isoTime,
      plays: z.array(playsOfClass),
      leftOut: count,
      complete: z.boolean(),
    })
    .describe(
      `Plays of an hour, published after its end and the operator's delay: one row for each chart and for each result at a meter with at least about ${minCounted} players. A play can count in both kinds of rows. \`leftOut\`: always 0. \`complete\`: no more messages of this hour follow. An hour without such rows is not published.`,
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
