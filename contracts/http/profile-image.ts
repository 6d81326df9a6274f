import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { user } from './shapes/user.ts'

/** Bytes that a picture may have as it is sent. */
export const maxPictureBytes = 5 * 1024 * 1024

/** Pixels of a side of a kept picture. */
export const pictureSide = 400

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

export const noPicture = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)'
export const pictureTooLarge = 'Image file must be smaller than 5MB'

/** How long an address takes the picture, seconds. */
export const pictureSeconds = 600

/** Addresses that one player may have at a time. */
export const maxPictureUploads = 5

export const createPictureUpload = route({
  name: 'createPictureUpload',
  method: 'POST',
  path: '/api/profile-image/upload-url',
  access: 'session',
  summary: 'An address that takes a picture by PUT, for ten minutes; it is shown only once it is set',
  params: nothing,
  query: nothing,
  body: z.object({
    /** For the player alone: nothing is made of it. */
    filename: z.string('filename is required').min(1, 'filename is required').max(300),
    contentType: z.literal(pictureTypes, noPicture),
    /** Bytes of the picture: the address takes exactly these. Left out, it is looked at once it has arrived. */
    size: z.int('must be the bytes of the picture').min(1).max(maxPictureBytes, pictureTooLarge).optional(),
  }),
  answer: z.object({
    uploadUrl: z.string(),
    /** Names the upload, to set it with; no address of a picture. */
    profileImageUrl: z.string(),
    /** To be sent with it. */
    headers: z.record(z.string(), z.string()),
  }),
  errors: [409],
  grows: true,
})

export const setPicture = route({
  name: 'setPicture',
  method: 'PUT',
  path: '/api/profile-image',
  access: 'session',
  summary: 'Set the own picture to one that was sent; it is kept as a JPEG of 400 by 400 pixels',
  params: nothing,
  query: nothing,
  body: z.object({ profileImageUrl: z.string('profileImageUrl is required').max(300) }),
  answer: z.object({ user, message: z.string() }),
  errors: [409, 503],
  grows: true,
})

export const removePicture = route({
  name: 'removePicture',
  method: 'DELETE',
  path: '/api/profile-image',
  access: 'session',
  summary: 'Remove the own picture',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ user, message: z.string() }),
})
