import { z } from 'zod'
import { playerId } from '../../ids.ts'
import { isoTime } from './time.ts'

export const country = z.object({ id: z.int(), name: z.string(), code: z.string() })

/** The public data of a player. `blueShift`: rank in the current competition, null if the player does not take part. */
export const publicUser = z.object({
  id: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
  countryId: z.int().nullable(),
  country: country.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  blueShift: z.number().nullable(),
})
export type PublicUser = z.infer<typeof publicUser>

/** The data of an account as its player gets it. */
export const user = z.object({
  ...publicUser.shape,
  email: z.string(),
  emailVerifiedAt: isoTime.nullable(),
  permissions: z.array(z.string()),
  preferredLeaderboards: z.array(z.int()),
  rivalUserIds: z.array(playerId),
  userHasSubmittedScore: z.boolean(),
})
export type User = z.infer<typeof user>

/**
 * The response to signing in. `device`: a token that the browser keeps, also after signing out, and sends with later
 * sign-ins, so that password guessing from elsewhere does not lock it out. It grants no access.
 */
export const authAnswer = z.object({
  token: z.string(),
  device: z.string(),
  user,
  permissions: z.array(z.string()),
  message: z.string(),
})
export type AuthAnswer = z.infer<typeof authAnswer>
