import {
  madeRatioCountsFrom,
  maxMadeBytes,
  maxMadeRatio,
  maxPackCells,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { severalPacks } from '@stepledger/contracts/packs/pack-problems.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { counted, PackError } from '../archive/pack-error.ts'
import type { MediaFile } from './pack-part.ts'

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
