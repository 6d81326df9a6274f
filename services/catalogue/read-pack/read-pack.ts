import { stat } from 'node:fs/promises'
import { leftOutLabels } from '@stepledger/contracts/packs/pack-files.ts'
import {
  madeRatioCountsFrom,
  maxMadeBytes,
  maxMadeRatio,
  maxPackCells,
  severalPacks,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { openPack } from '../archive/open-pack.ts'
import { counted, PackError } from '../archive/pack-error.ts'
import { choosePackBanner } from '../images/choose-pictures.ts'
import { variantMaker } from '../images/variants.ts'
import type { MediaFile, PackPart } from './pack-part.ts'
import { makePicture, noPicture, readSong } from './read-song.ts'

/** A part of a pack, with the CPU time of pictures since the previous part, ms. */
interface ReadPart {
  readonly part: PackPart
  readonly picturesMs: number
}

/**
 * Reads the zip of a pack, a song at a time. Throws PackError for an invalid, inconsistent or too costly zip. An aborted
 * `signal` stops it at the next picture.
 */
export async function* readPack(zip: string, signal: AbortSignal): AsyncGenerator<PackPart> {
  for await (const { part } of readParts(zip, signal)) yield part
}

/** Reads the zip of a pack, and reports CPU time. `madeRatioFrom`: bytes that a zip of any size may produce. */
export async function* readParts(
  zip: string,
  signal?: AbortSignal,
  madeRatioFrom?: number,
): AsyncGenerator<ReadPart> {
  const { size } = await stat(zip)
  const archive = await openPack(zip)
  const budget = packBudget(size, madeRatioFrom)
  const variants = variantMaker()
  signal?.addEventListener('abort', variants.stop)
  let counted = 0
  const costing = (part: PackPart): ReadPart => {
    const picturesMs = variants.cpuMs() - counted
    counted = variants.cpuMs()
    return { part, picturesMs }
  }
  try {
    yield costing({
      kind: 'opened',
      songs: archive.songs.length,
      leftOut: archive.leftOut
        .filter(({ reason }) => reason !== 'system')
        .map(({ reason, files }) => ({
          name: leftOutLabels[reason],
          reason: files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`,
        })),
    })
    const path = choosePackBanner(archive.pack.files.map((file) => file.path))
    const made = path
      ? await makePicture(variants, 'banner', path, (limit) => archive.pack.read(path, limit))
      : noPicture
    budget.spend({ cells: 0, media: made.media })
    yield costing({
      kind: 'banner',
      banner: made.picture,
      media: [...made.media],
      leftOut: [...made.leftOut],
    })
    for (const folder of archive.songs) {
      signal?.throwIfAborted()
      const read = await readSong(folder, archive.pack, variants)
      const media = 'skipped' in read ? [] : [...read.media]
      budget.spend({ cells: read.cells, media })
      yield costing(
        'skipped' in read
          ? { kind: 'skipped', leftOut: [...read.skipped] }
          : { kind: 'song', song: read.song, media },
      )
    }
  } finally {
    signal?.removeEventListener('abort', variants.stop)
    variants.stop()
    await archive.close()
  }
}

/** Limits the output of a pack. */
interface PackBudget {
  /** Counts a song or the banner of the pack. Throws PackError when the budget is exceeded. */
  spend(made: { readonly cells: number; readonly media: readonly MediaFile[] }): void
}

/** `zipBytes`: size of the zip. `ratioFrom`: bytes that a zip of any size may produce. */
export function packBudget(zipBytes: number, ratioFrom = madeRatioCountsFrom): PackBudget {
  const maxBytes = Math.min(maxMadeBytes, Math.max(ratioFrom, zipBytes * maxMadeRatio))
  let cells = 0
  let bytes = 0
  return {
    spend(made) {
      cells += made.cells
      for (const file of made.media) bytes += file.bytes.length
      if (cells > maxPackCells) {
        throw new PackError(
          `Its charts have too many notes: rows × panels may be ${counted(maxPackCells)}.`,
          severalPacks,
        )
      }
      if (bytes > maxBytes) {
        throw new PackError(
          `Its pictures and step previews take more than ${sizeText(maxBytes)}, which is all that a zip of ${sizeText(zipBytes)} may bring.`,
          severalPacks,
        )
      }
    },
  }
}
