import { z } from 'zod'
import { route } from './route.ts'
import { alias } from './shapes/alias.ts'
import { password } from './shapes/password.ts'
import { user } from './shapes/user.ts'

/** Maximum former aliases that still resolve to a player and stay reserved. */
export const maxFormerAliases = 20

const noCountry = 'Please select a valid country'
const countryId = z.int(noCountry).positive(noCountry).max(999, noCountry)

/** Empty: unchanged. */
const chosenPassword = password().regex(/^$|^[\s\S]{6,}$/, 'Password must be at least 6 characters long')

export const updateUser = route('updateUser', 'PUT /api/user', {
  access: 'session',
  summary: 'Change alias, country or password; a changed password ends all other sessions',
  /** Omitted fields are unchanged. */
  body: z.object({
    alias: alias.optional(),
    /** ISO 3166-1 numeric; null for none. */
    countryId: countryId.nullable().optional(),
    currentPassword: password('Current password is required to change password').optional(),
    newPassword: chosenPassword.optional(),
    /** Only with a new password: also deletes all API keys and passkeys. */
    removeKeysAndPasskeys: z.boolean().default(false),
  }),
  answer: z.object({ user, message: z.string() }),
  errors: [409, 503],
})
