import { fewestCounted } from '../analysis/anonymity.ts'
import { heartbeatSeconds, mostPlaysOfHour, streamDays, streamPatienceSeconds } from '../stream/messages.ts'
import { oldestPosition, streamEvents } from './event-stream.ts'

/**
 * What each message of the event stream holds: an extension of the description, as OpenAPI knows of bodies that end.
 */
export const streamDescription = {
  path: streamEvents.path,
  summary: 'Follow what happens, as server-sent events',
  description: [
    'Each message has an `event`, one of those below, its `data` as JSON on one line, and an `id`: the position after it.',
    `Connect again with the last \`id\` in \`Last-Event-ID\`, as an EventSource does by itself, or in \`?after=\`: the stream goes on after that message, whichever process answers, for ${streamDays} days. \`?after=${oldestPosition}\` begins with the oldest; without either it begins now.`,
    `Nothing in it says who played. Plays come by the hour, after the operator's delay, and each row stands for about ${fewestCounted} players or more, with noise; one that reaches the server after that is left out of the stream. Of an hour the first ${mostPlaysOfHour.toLocaleString('en')} plays are told.`,
    'A message of a pack comes once its change shows in the lists; one that was held back there comes after later ones.',
    `A line with a colon alone comes every ${heartbeatSeconds} seconds in which nothing else does. A reader that takes nothing for ${streamPatienceSeconds} seconds is cut off. When the server stops, it ends the stream: connect again after the time that \`retry\` says.`,
    'New kinds of messages and new fields may come: pass over what you do not know.',
  ].join('\n'),
  sends: {
    start: { $ref: '#/components/schemas/StreamStart' },
    plays: { $ref: '#/components/schemas/StreamPlays' },
    pack: { $ref: '#/components/schemas/StreamPack' },
    event: { $ref: '#/components/schemas/StreamEvent' },
    rules: { $ref: '#/components/schemas/StreamRules' },
  },
} as const
