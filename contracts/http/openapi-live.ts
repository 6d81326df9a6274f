import { closeCode, maxFrames, maxFramesSeconds, maxMessage, maxTopics } from '../push/messages.ts'

/**
 * The websocket, of which OpenAPI has no notion: an extension of the description. `receives` and `sends` name the
 * shapes of messages, seen from the server.
 */
export const liveDescription = {
  path: '/live',
  summary: 'Follow what changes, over a websocket',
  description: [
    'Messages are JSON, one a frame. A topic is `home`, `packs`, `chart:{hash}`, `player:{id}`, `event:{slug}` or `ops`.',
    `A connection follows at most ${maxTopics} topics; a message has at most ${maxMessage / 1024} KiB; at most ${maxFrames} frames may come in ${maxFramesSeconds} seconds, pings among them.`,
    'A connection whose reader takes too little of what is sent, or does not answer pings, is cut off without a close code. Connect again with growing waits, and fetch what is shown.',
  ].join('\n'),
  receives: { $ref: '#/components/schemas/LiveRequest' },
  sends: { $ref: '#/components/schemas/LiveMessage' },
  closeCodes: {
    [closeCode.goingAway]: 'The server stops, or missed something that it should have sent',
    [closeCode.unsupported]: 'A message that is no text',
    [closeCode.policyViolation]: 'Too many frames',
    [closeCode.tooBig]: `A message above ${maxMessage / 1024} KiB`,
    [closeCode.serverError]: 'Something went wrong in the server',
    [closeCode.tryAgainLater]: 'Too many connections of the account, or too many requests from the address',
  },
} as const
