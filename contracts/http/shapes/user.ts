import { z } from 'zod'
import { playerId } from '../../ids.ts'
import { isoTime } from './time.ts'

export const country = z.object({ id: z.int(), name: z.string(), code: z.string() })

/** What everyone may see of a player. `blueShift`: the rank in the event, null for who takes no part. */
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

/** What a player sees of the own account. */
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
 * What signing in answers. `device`: for the browser to keep, after signing out too, and to send when its player signs
 * in again, so that those who guess the password elsewhere do not slow it down. It opens nothing.
 */
export const authAnswer = z.object({
  token: z.string(),
  device: z.string(),
  user,
  permissions: z.array(z.string()),
  message: z.string(),
})
export type AuthAnswer = z.infer<typeof authAnswer>
