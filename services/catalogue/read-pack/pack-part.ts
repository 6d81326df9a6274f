import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { type SongProcessed, songProcessed } from '@stepledger/contracts/packs/events.ts'
import { picture } from '@stepledger/contracts/packs/picture.ts'
import { leftOut } from '@stepledger/contracts/packs/processed-chart.ts'
import { z } from 'zod'

/** A file to store, picture or steps, named by the SHA-256 of its bytes, 64 hex digits. */
const mediaFile = z.object({
  sha256: z.string(),
  ending: z.enum(['avif', 'webp', 'json']),
  bytes,
})
export type MediaFile = z.infer<typeof mediaFile>

/** The data of a song's event, without ids. */
export type SongContent = Omit<SongProcessed['data'], 'packId' | 'uploadId' | 'songId'>

const songContent = songProcessed.data.omit({ packId: true, uploadId: true, songId: true })

/** Parts of a pack in order: the number of songs, the banner, then each song, or why it is left out. */
export const packPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), songs: z.int(), leftOut: z.array(leftOut) }),
  z.object({
    kind: z.literal('banner'),
    banner: picture.nullable(),
    media: z.array(mediaFile),
    leftOut: z.array(leftOut),
  }),
  z.object({ kind: z.literal('song'), song: songContent, media: z.array(mediaFile) }),
  z.object({ kind: z.literal('skipped'), leftOut: z.array(leftOut) }),
])
export type PackPart = z.infer<typeof packPart>
