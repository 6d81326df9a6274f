import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { type SongProcessed, songProcessed } from '@stepledger/contracts/events/song-processed.ts'
import { picture } from '@stepledger/contracts/packs/picture.ts'
import { leftOut } from '@stepledger/contracts/packs/processed-chart.ts'
import { z } from 'zod'

/** A file to be kept: pictures and steps, under the SHA-256 of their bytes, 64 hex digits. */
export const mediaFile = z.object({
  sha256: z.string(),
  ending: z.enum(['avif', 'webp', 'json']),
  bytes,
})
export type MediaFile = z.infer<typeof mediaFile>

/** What a song's event says of it, before it has ids. */
export type SongContent = Omit<SongProcessed['data'], 'packId' | 'uploadId' | 'songId'>

const songContent = songProcessed.data.omit({ packId: true, uploadId: true, songId: true })

/**
 * What reading a pack brings, one after the other: how many songs there are, the banner of the pack, then each song;
 * one without any chart that can be read is left out.
 */
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
