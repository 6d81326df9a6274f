import { z } from 'zod'
import { fewestPlayers } from '../analysis/anonymity.ts'
import { isoTime } from '../http/shapes/time.ts'
import { chartHash, numericId } from '../ids.ts'
import { eventSlug } from '../rules/event-document.ts'

/** How far back a reader may resume, days. */
export const streamDays = 7

/** Of an hour with more plays the later ones are not published: their rows are kept in memory together. */
export const mostPlaysOfHour = 100_000

/** How often a silent stream says that it is still there, seconds. */
export const heartbeatSeconds = 15

/** A reader that takes nothing of what is sent for so long is cut off, seconds. */
export const streamPatienceSeconds = 30

const whole = z.int().min(0).max(100)
const count = z.int().min(0)

/** Plays that look the same as far as they are published: of at least `fewestPlayers` players. */
export const playsOfClass = z.object({
  chart: chartHash.nullable().describe('Null where too few players have the like on one chart'),
  stepsType: z.string().nullable().describe('Null where no pack has brought the chart'),
  meter: z.int().nullable().describe('Null where none was given'),
  passed: z.boolean().nullable().describe('Null where the game did not say'),
  ranked: z.boolean().describe('Whether they count on the boards'),
  rate: z
    .number()
    .nullable()
    .describe('Speed of the music to a twentieth; null where it was not sent, and without a chart'),
  hardEx: whole.nullable().describe('HardEX score, cut to a whole percent; null without a chart'),
  ex: whole.nullable().describe('EX score, cut to a whole percent, without a chart to five'),
  itg: whole.nullable().describe('ITG score, cut to a whole percent; null without a chart'),
  plays: z.int().min(fewestPlayers).describe('How many they are'),
})
export type PlaysOfClass = z.infer<typeof playsOfClass>

/** What the stream sends, by the name that stands in the field `event` of a message. */
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
      `Plays of an hour, published once it is over and the operator's delay has passed. leftOut: plays of the whole hour that are not published, since too few players have the like. complete: nothing of the hour follows. An hour in which fewer than ${fewestPlayers} players played is not published at all.`,
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
      slug: eventSlug,
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
