import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { isoTime } from './shapes/time.ts'
import { authAnswer, user } from './shapes/user.ts'
import { visibleTextError } from './shapes/visible-text.ts'

/** `missing`: the error text if there is none. */
export const password = (missing = 'Password is required') =>
  z.string(missing).max(1000, 'Password must be no more than 1000 characters long')

/** A password that a player signs in with. */
export const enteredPassword = password().min(1, 'Password is required')

/** A newly chosen password. */
export const newPassword = enteredPassword.min(6, 'Password must be at least 6 characters long')

function characterError(alias: string): string | null {
  if (/\s/u.test(alias)) return 'Alias must not contain spaces'
  const error = visibleTextError(alias)
  if (error !== null) return `Alias ${error}`
  // Addresses and operators name a player by id or alias, so it would stand for the player of that id.
  if (playerId.safeParse(alias).success) return 'Alias must not be the id of a player'
  return null
}

/** The public name of a player. Shared by form and server, including the error texts. */
export const alias = z
  .string('Alias is required')
  .trim()
  .min(1, 'Alias is required')
  .min(3, 'Alias must be at least 3 characters long')
  .max(50, 'Alias must be no more than 50 characters long')
  .superRefine((text, context) => {
    const error = characterError(text)
    if (error !== null) context.addIssue(error)
  })

/** Shared by form and server, including the error texts. */
export const email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email format')
  .pipe(z.email('Invalid email format'))
  .meta({ format: 'email' })

/** IANA name, from the browser. Unknown names are ignored. */
export const timeZone = z.string().max(60)

export const register = route('register', 'POST /api/register', {
  summary: 'Create an account and sign in',
  body: z.object({ email, alias, password: newPassword, timeZone: timeZone.optional() }),
  answer: authAnswer,
  errors: [409, 503],
  rate: 'register',
  grows: true,
})

export const login = route('login', 'POST /api/login', {
  summary: 'Sign in for 90 days with `rememberMe`, otherwise for 24 hours',
  body: z.object({
    email: z
      .string('Email is required')
      .trim()
      .min(1, { error: 'Email is required', abort: true })
      .max(254, 'Invalid email format')
      .regex(/\S/),
    password: enteredPassword,
    rememberMe: z.boolean().default(false),
    timeZone: timeZone.optional(),
    /** The device token from an earlier sign-in of this browser. Invalid ones are ignored. */
    device: z.string().max(200).optional(),
  }),
  answer: authAnswer,
  errors: [401, 503],
  rate: 'login',
})

export const logout = route('logout', 'POST /api/logout', {
  access: 'session',
  summary: 'Sign out: end the session of the token',
  body: z.unknown(),
  answer: messageAnswer,
})

export const getUser = route('getUser', 'GET /api/user', {
  access: 'session',
  summary: 'Get the account of the caller, with the plays played last',
  answer: z.object({ ...user.shape, recentPlays: z.array(recentPlay) }),
})

/** Ids of the boards a player prefers, unordered: 4 HardEX, 2 EX, 3 ITG (Money). */
export const setPreferredLeaderboards = route('setPreferredLeaderboards', 'PUT /api/user/leaderboards', {
  access: 'session',
  summary: 'Choose the boards that the game shows',
  body: z.object({
    leaderboardIds: z
      .array(z.literal([4, 2, 3]))
      .max(3)
      .refine((ids) => new Set(ids).size === ids.length, 'must not repeat')
      .meta({ uniqueItems: true }),
  }),
  answer: z.object({ user, preferredLeaderboards: z.array(z.int()) }),
  rate: 'change',
})

/** The device of a session whose browser is unknown. */
export const unknownDevice = 'Unknown device'

const session = z.object({
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
