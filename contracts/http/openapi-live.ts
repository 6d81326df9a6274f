import { closeCode, maxFrames, maxFramesSeconds, maxMessage, maxTopics } from '../push/messages.ts'

/**
 * Describes the websocket as an OpenAPI extension, because OpenAPI has none. `receives` and `sends` are from the point
 * of view of the server.
 */
export const liveDescription = {
  path: '/live',
  summary: 'Follow changes over a websocket',
  description: [
    'Messages are JSON, one per frame. Topics are `home`, `packs`, `chart:{hash}`, `player:{id}`, `event:{slug}` and `ops`.',
    `Limits per connection: ${maxTopics} topics, ${maxMessage / 1024} KiB per message, ${maxFrames} frames in ${maxFramesSeconds} seconds, including pings.`,
    'A connection that reads too slowly or does not answer pings is terminated without a close code. Reconnect with back-off, and fetch the displayed data again.',
  ].join('\n'),
  receives: { $ref: '#/components/schemas/LiveRequest' },
  sends: { $ref: '#/components/schemas/LiveMessage' },
  closeCodes: {
    [closeCode.goingAway]: 'Shutdown of the server, or it missed notices that it should have sent',
    [closeCode.unsupported]: 'A message that is not text',
    [closeCode.policyViolation]: 'Too many frames',
    [closeCode.tooBig]: `A message above ${maxMessage / 1024} KiB`,
    [closeCode.serverError]: 'Internal error',
    [closeCode.tryAgainLater]: 'Too many connections of the account, or too many requests from the address',
  },
} as const
