import { minCounted } from '../analysis/anonymity.ts'
import { heartbeatSeconds, maxPlaysOfHour, streamDays, streamPatienceSeconds } from '../stream/messages.ts'
import { oldestPosition, streamEvents } from './event-stream.ts'

/** Describes the event stream as an OpenAPI extension, because OpenAPI 3.1 cannot describe streamed messages. */
export const streamDescription = {
  path: streamEvents.path,
  summary: 'Follow events over server-sent events',
  description: [
    'Each message has an `event` (one of those below), `data` as one line of JSON, and an `id`, which is the position after it.',
    `To resume, reconnect with the last \`id\` in \`Last-Event-ID\`, as EventSource does by itself, or in \`?after=\`. Any process resumes after that message, up to ${streamDays} days later. \`?after=${oldestPosition}\` starts with the oldest message; without a position the stream starts now.`,
    `The stream has no personal data. Plays are published by the hour, after the operator's delay; each row counts at least about ${minCounted} players, with noise. Plays that are received later are left out. At most the first ${maxPlaysOfHour.toLocaleString('en')} plays of an hour are counted.`,
    'A message about a pack is sent once the change is visible in the lists; a delayed change is sent after later ones.',
    `An idle stream sends a heartbeat, a line with only a colon, every ${heartbeatSeconds} seconds. A reader that reads nothing for ${streamPatienceSeconds} seconds is disconnected. On shutdown the server ends the stream: reconnect after the time in \`retry\`.`,
    'Ignore unknown messages and fields, because new ones may be added.',
  ].join('\n'),
  sends: {
    start: { $ref: '#/components/schemas/StreamStart' },
    plays: { $ref: '#/components/schemas/StreamPlays' },
    pack: { $ref: '#/components/schemas/StreamPack' },
    event: { $ref: '#/components/schemas/StreamEvent' },
    rules: { $ref: '#/components/schemas/StreamRules' },
  },
} as const
