import { z } from 'zod'
import { route } from './route.ts'
import { alias } from './shapes/alias.ts'
import { messageAnswer } from './shapes/message.ts'
import { enteredPassword, newPassword } from './shapes/password.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { authAnswer, user } from './shapes/user.ts'

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
