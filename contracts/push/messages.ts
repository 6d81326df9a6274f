import { z } from 'zod'
import { recentPlay } from '../http/shapes/recent-play.ts'
import { chartHash, numericId, playerId } from '../ids.ts'

/** The topics that a page can subscribe to over the websocket. */
const pushTopic = z.union([
  z.literal('home'),
  z.literal('packs'),
  // Carries only `switched`, for pages that show rules.
  z.literal('rules'),
  z.string().regex(/^chart:[0-9a-f]{16}$/),
  // Carries what everybody may know, and to connections signed in as the player also `changed` for the rest.
  z.string().regex(/^player:[0-9a-f-]{36}$/),
  z.string().regex(/^event:[a-z0-9-]{1,60}$/),
  // Carries only `switched` and `changed`, for the page of operators.
  z.literal('ops'),
])
export type PushTopic = z.infer<typeof pushTopic>

/**
 * What changed on the page of operators: the state of folding and generations, the rules and their preview, uploads, or
 * the audit log.
 */
export const operationsPart = z.enum(['folding', 'rules', 'uploads', 'audit'])
export type OperationsPart = z.infer<typeof operationsPart>

/** Limit of topics per connection. */
export const maxTopics = 50

/** Limit of a message from the browser, bytes. */
export const maxMessage = 16 * 1024

/** Rate limit of frames from the browser, including pings, per this many seconds. */
export const maxFrames = 60
export const maxFramesSeconds = 10

/**
 * Close codes of the server. A connection that reads too slowly (backpressure) or does not answer pings is terminated
 * without a code, because it would not receive one. Clients reconnect with back-off and refetch what they show.
 */
export const closeCode = {
  /** Shutdown, or the server missed notices that it should have sent. */
  goingAway: 1001,
  /** A message that is not text. */
  unsupported: 1003,
  /** Too many frames. */
  policyViolation: 1008,
  /** A message above `maxMessage` bytes. */
  tooBig: 1009,
  /** Internal error. */
  serverError: 1011,
  /** Too many connections of the account, or too many requests from the address. */
  tryAgainLater: 1013,
} as const

/** From the browser, as text. */
export const clientMessage = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('hello'), token: z.string().max(200) })
    .describe(
      'Authenticates the connection by the token of a session. Optional, at most once. The topic ops requires a session with the permission ledger.operate; changes of a player’s rivals and notifications are sent to sessions of that player only.',
    ),
  z
    .object({ type: z.literal('subscribe'), topics: z.array(pushTopic).min(1).max(maxTopics) })
    .describe('Subscribes to these topics in addition to earlier ones. Answered by `subscribed`.'),
  z
    .object({ type: z.literal('unsubscribe'), topics: z.array(pushTopic).min(1).max(maxTopics) })
    .describe('Unsubscribes from these topics.'),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** To the browser. Sent only after the read model contains the change. */
export const serverMessage = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('subscribed'), topics: z.array(pushTopic) })
    .describe('The subscription to these topics is active.'),
  z
    .object({ type: z.literal('play'), topic: pushTopic, play: recentPlay, generation: z.int() })
    .describe(
      'A play was added to the read model. `play` is its row in the recent lists. Boards of its chart may have changed.',
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
    .describe('A play was withdrawn: remove it from lists.'),
  z
    .object({
      type: z.literal('changed'),
      topic: pushTopic,
      generation: z.int().nullable(),
      about: operationsPart.optional(),
    })
    .describe(
      'Data of this topic changed that is not in the message (rivals, an alias, a pack): fetch it again. `about`: what of the topic ops.',
    ),
  z
    .object({ type: z.literal('switched'), generation: z.int() })
    .describe('Another generation is live; this affects every topic: fetch everything again.'),
  z
    .object({ type: z.literal('error'), error: z.string() })
    .describe('A message was malformed or is not allowed.'),
])
export type ServerMessage = z.infer<typeof serverMessage>
