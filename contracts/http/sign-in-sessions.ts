import { z } from 'zod'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { isoTime } from './shapes/time.ts'

/** The device of a session whose browser is unknown. */
export const unknownDevice = 'Unknown device'

export const session = z.object({
  id: z.uuid(),
  /** Browser and system, from the user agent: 'Firefox on Linux'. */
  device: z.string(),
  createdAt: isoTime,
  /** Accurate to a minute; null before the first use. */
  lastUsedAt: isoTime.nullable(),
  expiresAt: isoTime,
  /** The session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = route('listSessions', 'GET /api/sessions', {
  access: 'session',
  summary: 'List the sessions of the caller: this session first, then by last use',
  answer: z.object({ sessions: z.array(session) }),
})

export const endOtherSessions = route('endOtherSessions', 'DELETE /api/sessions', {
  access: 'session',
  summary: 'End all other sessions of the caller',
  answer: messageAnswer,
})

export const deleteSession = route('deleteSession', 'DELETE /api/session/:id', {
  access: 'session',
  summary: 'End a session of the caller immediately',
  params: z.object({ id: z.uuid() }),
  answer: messageAnswer,
  errors: [404],
})
