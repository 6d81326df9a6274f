import { z } from 'zod'
import { alias, password } from './accounts.ts'
import { route } from './route.ts'
import { country, user } from './shapes/user.ts'

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

export const listCountries = route('listCountries', 'GET /api/countries', {
  summary: 'List selectable countries by name, with ISO 3166-1 numbers and two-letter codes',
  answer: z.object({ countries: z.array(country) }),
})

/** Maximum size of an uploaded picture, bytes. */
export const maxPictureBytes = 5 * 1024 * 1024

/** Side length of a stored picture, px. */
export const pictureSide = 400

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

export const noPicture = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)'
export const pictureTooLarge = 'Image file must be smaller than 5MB'

/** Validity of an upload address, seconds. */
export const pictureSeconds = 600

/** Maximum open upload addresses per player. */
export const maxPictureUploads = 5

export const createPictureUpload = route('createPictureUpload', 'POST /api/profile-image/upload-url', {
  access: 'session',
  summary:
    'Create an upload address for a picture (PUT), valid for ten minutes; the picture must then be set',
  body: z.object({
    /** Not used by the server. */
    filename: z.string().min(1, 'is required').max(300),
    contentType: z.literal(pictureTypes, noPicture),
    /** Bytes of the picture: the address accepts exactly this size. Without it, the size is checked after the upload. */
    size: z.int().min(1).max(maxPictureBytes, pictureTooLarge).optional(),
  }),
  answer: z.object({
    uploadUrl: z.string(),
    /** Identifies the upload for `setPicture`; not the URL of a picture. */
    profileImageUrl: z.string(),
    /** Headers to send with the upload. */
    headers: z.record(z.string(), z.string()),
  }),
  errors: [409],
  grows: true,
})

export const setPicture = route('setPicture', 'PUT /api/profile-image', {
  access: 'session',
  summary: "Set the caller's picture to an uploaded one; it is stored as a JPEG of 400 by 400 pixels",
  body: z.object({ profileImageUrl: z.string().max(300) }),
  answer: z.object({ user, message: z.string() }),
  errors: [409, 503],
  grows: true,
  rate: 'change',
})

export const removePicture = route('removePicture', 'DELETE /api/profile-image', {
  access: 'session',
  summary: "Remove the caller's picture",
  answer: z.object({ user, message: z.string() }),
})
