import { createHash } from 'node:crypto'
import { hostIsLittleEndian } from './pack-column.ts'
import type { PlayBody } from './play-body.ts'

/**
 * Returns the identity of a play for deduplication: SHA-256 over chart, rate (default 1), radar and the [time, offset]
 * pairs, with every kind of miss alike. Steps that were hit tell plays apart, but plays that miss everything are alike. So
 * if the client names a side, the fingerprint is also over the side and the client's key; without a side over the key, if
 * everything was missed. Excludes everything that a late submission or a newer game changes: versions, dates, further
 * elements of rows, titles.
 */
export function fingerprint({ known, rows }: PlayBody): Uint8Array {
  const { hash, musicRate, radar, side, playKey } = known
  const head = Float64Array.from([musicRate ?? 1, ...radar.Holds, ...radar.Mines, ...radar.Rolls])
  const { count, times, offsets } = rows
  const pairs = new Float64Array(count * 2)
  // Adding 0 normalises -0; every NaN written here has the same bits.
  for (let i = 0; i < count; i++) {
    pairs[2 * i] = (times[i] ?? 0) + 0
    pairs[2 * i + 1] = (offsets[i] ?? 0) + 0
  }
  const digest = createHash('sha256')
    .update(hash, 'latin1')
    .update(littleEndian(head))
    .update(littleEndian(pairs))
  if (side) digest.update(`side ${side} ${playKey ?? ''}`)
  else if (playKey && pairs.every((value, i) => i % 2 === 0 || Number.isNaN(value)))
    digest.update(`key ${playKey}`)
  return digest.digest()
}

function littleEndian(numbers: Float64Array): Uint8Array {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return hostIsLittleEndian ? bytes : bytes.swap64()
}
