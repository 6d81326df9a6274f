import { z } from 'zod'
import { fewestCounted, noiseDeviation } from '../analysis/anonymity.ts'
import { isoTime } from '../http/shapes/time.ts'
import { chartHash, numericId } from '../ids.ts'
import { competitionSlug } from '../rules/competition-document.ts'

/** How far back a reader may resume (retention), days. */
export const streamDays = 7

/** Limit of plays published per hour, because the rows of an hour are in memory together. Later ones are dropped. */
export const mostPlaysOfHour = 100_000

/** Interval of heartbeats on an idle stream, seconds. */
export const heartbeatSeconds = 15

/** A reader that does not read for this long is disconnected, seconds. */
export const streamPatienceSeconds = 30

const whole = z.int().min(0).max(100)
const count = z.int().min(0)

/** Number of players with plays of a chart, or with a result at a meter. */
export const playsOfClass = z.object({
  chart: chartHash.nullable().describe('Null in rows of a meter'),
  stepsType: z.string().nullable().describe('Null where no pack has brought the chart'),
  meter: z.int().nullable().describe('Null where none was given'),
  passed: z.boolean().nullable().describe('Null in rows of a chart, and where the game did not say'),
  ranked: z.boolean().describe('Whether they count on the boards'),
  rate: z.number().nullable().describe('Always null'),
  hardEx: whole.nullable().describe('Always null'),
  ex: whole.nullable().describe('EX score, cut to a multiple of five; null in rows of a chart'),
  itg: whole.nullable().describe('Always null'),
  plays: z
    .int()
    .min(fewestCounted)
    .describe(
      `How many players had such a play, each counted once, with normal noise of a standard deviation of ${noiseDeviation}`,
    ),
})
export type PlaysOfClass = z.infer<typeof playsOfClass>

/** The messages of the stream, by the name in the field `event`. */
export const streamMessages = {
  start: z
    .object({
      oldest: isoTime,
      delayMinutes: count,
      skipped: z.boolean(),
    })
    .describe(
      'The first message of each connection. skipped: the position that was asked for is older than `oldest`; what came between is left out.',
    ),
  plays: z
    .object({
      hour: isoTime,
      plays: z.array(playsOfClass),
      leftOut: count,
      complete: z.boolean(),
    })
    .describe(
      `Plays of an hour, published once it is over and the operator's delay has passed: a row for each chart, and one for each result at a meter, that about ${fewestCounted} players or more had. A play may count in one of each. leftOut: always 0. complete: nothing of the hour follows. An hour without such rows is not published at all.`,
    ),
  pack: z
    .object({
      at: isoTime,
      pack: numericId,
      change: z.enum(['added', 'updated', 'renamed', 'removed']),
      name: z.string(),
      songs: count,
    })
    .describe('A pack came into the lists, changed, or went.'),
  event: z
    .object({
      at: isoTime,
      slug: competitionSlug,
      change: z.enum(['announced', 'changed', 'closed']),
      name: z.string(),
      start: isoTime,
      end: isoTime,
    })
    .describe('An event that players take part in was announced, changed, or its standings are final.'),
  rules: z.object({ at: isoTime, title: z.string() }).describe('Scoring rules were published.'),
} as const

export type StreamMessageName = keyof typeof streamMessages
export type StreamMessage<Name extends StreamMessageName = StreamMessageName> = z.infer<
  (typeof streamMessages)[Name]
>
