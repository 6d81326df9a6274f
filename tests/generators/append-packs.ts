import { createHash } from 'node:crypto'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Picture } from '@stepledger/contracts/packs/picture.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { type SmallSong, smallSong } from './small-song.ts'

export interface SmallPack {
  readonly packId: number
  readonly name: string
  /** Time of the upload, ms since 1970. */
  readonly at: number
  readonly banner?: Picture | null
  readonly songs: readonly Omit<SmallSong, 'packId' | 'at'>[]
}

const uploadId = '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d'

/** Appends the events of processed packs: the upload, its songs and the list of songs. */
export async function appendPacks(ledger: Ledger, packs: readonly SmallPack[]): Promise<void> {
  const events = packs.flatMap(eventsOf)
  await Promise.all(
    events.map((event) => ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })),
  )
}

function eventsOf({ packId, name, at, banner = null, songs }: SmallPack): AnyEvent[] {
  const head = { v: 1, key: String(packId), at }
  const sha256 = createHash('sha256').update(name).digest()
  const songIds = songs.map(({ songId }) => songId)
  return [
    {
      ...head,
      id: `upload-${packId}-${at}`,
      type: 'PackUploaded',
      data: { packId, uploadId, name, uploader: null, sha256, size: 1_000 },
    },
    ...songs.map((song) => smallSong({ ...song, packId, uploadId, at })),
    {
      ...head,
      id: `pack-${packId}-${at}`,
      type: 'PackProcessed',
      data: { packId, uploadId, name, banner, songIds, leftOut: [] },
    },
  ]
}
