import { z } from 'zod'
import { streamPositionText } from '../stream/position.ts'
import { noBody, nothing, route } from './route.ts'

/** The address of the oldest position that there is, instead of one. */
export const oldestPosition = 'oldest'

export const streamEvents = route({
  name: 'streamEvents',
  method: 'GET',
  path: '/api/events/stream',
  summary:
    'What happens, as server-sent events without an end and without a person in them: for bots and overlays',
  params: nothing,
  query: z.object({
    after: z
      .union([z.literal(oldestPosition), streamPositionText])
      .optional()
      .describe('The id of a message, for who can’t send Last-Event-ID, which goes before it; or `oldest`'),
  }),
  body: noBody,
  answer: z.string(),
  media: 'text/event-stream',
  errors: [503],
})
