import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { bytes } from './bytes.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * The zip of a pack was uploaded. The key is the pack's id, as for all pack events; another upload of the pack keeps
 * its id.
 */
export const packUploaded = eventType({
  type: 'PackUploaded',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    uploadId: z.uuid(),
    name: z.string(),
    /** Null: an operator, by command. */
    uploader: playerId.nullable(),
    /** SHA-256 of the zip. */
    sha256: bytes,
    size: z.int().min(0),
  }),
})
export type PackUploaded = EventOf<typeof packUploaded>
