import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** The device of a session whose browser did not say what it is. */
export const unknownDevice = 'Unknown device'

export const session = z.object({
  id: z.uuid(),
  /** Browser and system, as the browser names them: 'Firefox on Linux'. */
  device: z.string(),
  createdAt: isoTime,
  /** Not finer than a minute; null before its first use. */
  lastUsedAt: isoTime.nullable(),
  expiresAt: isoTime,
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: '/api/sessions',
  access: 'session',
  summary: 'Where the caller is signed in: this session first, then by their last use',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ sessions: z.array(session) }),
})

export const endOtherSessions = route({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/sessions',
  access: 'session',
  summary: 'End all sessions of the caller but this one',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ message: z.string() }),
})

export const deleteSession = route({
  name: 'deleteSession',
  method: 'DELETE',
  path: '/api/session/:id',
  access: 'session',
  summary: 'End a session of the caller at once',
  params: z.object({ id: z.uuid() }),
  query: nothing,
  body: noBody,
  answer: z.object({ message: z.string() }),
  errors: [404],
})
