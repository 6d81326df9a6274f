import { leftOutLabels } from '@stepledger/contracts/packs/pack-files.ts'
import { openPack } from '../archive/open-pack.ts'
import { choosePackBanner } from '../images/choose-pictures.ts'
import type { PackPart } from './pack-part.ts'
import { readSong } from './read-song.ts'
import { makePicture, noPicture } from './song-pictures.ts'

/** Reads the zip of a pack, a song at a time. Throws PackError for one that is no pack, or that lies. */
export async function* readPack(zip: string): AsyncGenerator<PackPart> {
  const archive = await openPack(zip)
  try {
    yield {
      kind: 'opened',
      songs: archive.songs.length,
      leftOut: archive.leftOut
        .filter(({ reason }) => reason !== 'system')
        .map(({ reason, files }) => ({
          name: leftOutLabels[reason],
          reason: files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`,
        })),
    }
    const path = choosePackBanner(archive.pack.files.map((file) => file.path))
    const made = path
      ? await makePicture('banner', path, (limit) => archive.pack.read(path, limit))
      : noPicture
    yield { kind: 'banner', banner: made.picture, media: [...made.media], leftOut: [...made.leftOut] }
    for (const folder of archive.songs) {
      const read = await readSong(folder, archive.pack)
      yield 'skipped' in read
        ? { kind: 'skipped', leftOut: [...read.skipped] }
        : { kind: 'song', song: read.song, media: [...read.media] }
    }
  } finally {
    await archive.close()
  }
}
