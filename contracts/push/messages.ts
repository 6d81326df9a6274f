import { z } from 'zod'
import { recentPlay } from '../http/shapes/recent-play.ts'
import { chartHash, numericId, playerId } from '../ids.ts'

/** What a page can follow over the websocket. */
export const pushTopic = z.union([
  z.literal('home'),
  z.literal('packs'),
  // Brings nothing but `switched`: for pages that show rules alone.
  z.literal('rules'),
  z.string().regex(/^chart:[0-9a-f]{16}$/),
  z.string().regex(/^player:[0-9a-f-]{36}$/),
  z.string().regex(/^event:[a-z0-9-]{1,60}$/),
  z.literal('ops'),
])
export type PushTopic = z.infer<typeof pushTopic>

/** At most this many topics a connection. */
export const maxTopics = 50

/** Bytes of one message from the browser. */
export const maxMessage = 16 * 1024

/** At most this many frames from the browser, pings among them, in this many seconds. */
export const maxFrames = 60
export const maxFramesSeconds = 10

/**
 * Why the server closes a connection. One whose reader takes too little of what is sent, or does not answer pings, is
 * cut off without a word: it would not hear it. Anyone who is closed or cut off connects again, with growing waits, and
 * fetches what it shows.
 */
export const closeCode = {
  /** The server goes down, or has missed what it should have sent. */
  goingAway: 1001,
  /** A message that is no text. */
  unsupported: 1003,
  /** Too many frames. */
  policyViolation: 1008,
  /** A message above `maxMessage` bytes. */
  tooBig: 1009,
  /** Something went wrong in the server. */
  serverError: 1011,
  /** Too many connections of the account, or too many requests from the address. */
  tryAgainLater: 1013,
} as const

/** From the browser, as text. */
export const clientMessage = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('hello'), token: z.string().max(200) })
    .describe(
      'Says who follows, by the token of a session. Once, if at all; the topic ops needs it to carry the permission ledger.operate.',
    ),
  z
    .object({ type: z.literal('subscribe'), topics: z.array(pushTopic).min(1).max(maxTopics) })
    .describe('Follows these topics beside those followed already. Answered by subscribed.'),
  z
    .object({ type: z.literal('unsubscribe'), topics: z.array(pushTopic).min(1).max(maxTopics) })
    .describe('Follows these topics no longer.'),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** To the browser. Sent only after the read model holds what they tell. */
export const serverMessage = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('subscribed'), topics: z.array(pushTopic) })
    .describe('These topics are followed from now on.'),
  z
    .object({ type: z.literal('play'), topic: pushTopic, play: recentPlay, generation: z.int() })
    .describe(
      'A play was added to the read model: its row as the recent lists show it. Boards of its chart may have moved.',
    ),
  z
    .object({
      type: z.literal('withdrawn'),
      topic: pushTopic,
      playId: numericId,
      chartHash,
      userId: playerId,
      generation: z.int(),
    })
    .describe('A play was withdrawn: take it off the lists.'),
  z
    .object({ type: z.literal('changed'), topic: pushTopic, generation: z.int().nullable() })
    .describe(
      'Something of this topic changed that carries no rows (rivals, an alias, a pack): fetch it again.',
    ),
  z
    .object({ type: z.literal('switched'), generation: z.int() })
    .describe('Another generation is shown, for every topic: fetch all of it again.'),
  z
    .object({ type: z.literal('error'), error: z.string() })
    .describe('A message was not understood or is not allowed.'),
])
export type ServerMessage = z.infer<typeof serverMessage>
