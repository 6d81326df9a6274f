import { createHash } from 'node:crypto'
import { hostIsLittleEndian } from './byte-order.ts'
import type { PlayBody } from './play-body.ts'

/**
 * What makes a play this play: SHA-256 over chart, rate (none is 1), radar and the [time, offset] pairs, every kind of
 * miss alike; and, when the client names the side it was played on, over the side and the client's key of the play, so
 * that two players on one API key who both miss everything are two plays. A body without a side has the same
 * fingerprint as before sides were sent, whatever its key. Nothing that sending it late or from a newer game changes is
 * in it: no version, no dates, no further elements of the rows, no titles.
 */
export function fingerprint({ known, rows }: PlayBody): Uint8Array {
  const pairs = new Float64Array(rows.length * 2)
  let at = 0
  // By index: taking a row apart as a list asks its iterator, which took four times as long on a busy server.
  for (const row of rows) {
    pairs[at++] = row[0]
    pairs[at++] = typeof row[1] === 'number' ? row[1] : Number.NaN
  }
  return fingerprintOf({ ...known, pairs })
}

/** The same, of time, offset, time, offset, … with NaN for a miss. Overwrites a -0 in `pairs` with 0. */
export function fingerprintOf(content: {
  readonly hash: string
  readonly musicRate: number | null
  readonly radar: { readonly [kind in 'Holds' | 'Mines' | 'Rolls']: readonly number[] }
  readonly pairs: Float64Array
  readonly side?: number | null
  readonly playKey?: string | null
}): Uint8Array {
  const { hash, musicRate, radar, pairs, side, playKey } = content
  const head = Float64Array.from([musicRate ?? 1, ...radar.Holds, ...radar.Mines, ...radar.Rolls])
  // adding 0 makes one zero of both; every NaN written here has the same bits
  for (let i = 0; i < pairs.length; i++) pairs[i] = (pairs[i] ?? 0) + 0
  const digest = createHash('sha256')
    .update(hash, 'latin1')
    .update(littleEndian(head))
    .update(littleEndian(pairs))
  if (side) digest.update(`side ${side} ${playKey ?? ''}`)
  return digest.digest()
}

function littleEndian(numbers: Float64Array): Uint8Array {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return hostIsLittleEndian ? bytes : bytes.swap64()
}
