import { z } from 'zod'
import { streamPositionText } from '../stream.ts'
import { route } from './route.ts'

/** The value of `after` for the oldest available position. */
export const oldestPosition = 'oldest'

export const streamEvents = route('streamEvents', 'GET /api/events/stream', {
  summary:
    'Follow events as an endless stream of server-sent events without personal data, for bots and overlays',
  query: z.object({
    after: z
      .union([z.literal(oldestPosition), streamPositionText])
      .optional()
      .describe(
        "The id of a message, for clients that can't send Last-Event-ID, which takes precedence; or `oldest`",
      ),
  }),
  answer: z.string(),
  media: 'text/event-stream',
  errors: [503],
})
