import { createHash } from 'node:crypto'
import type { PlayBody } from './play-body.ts'

/**
 * What makes a play this play: SHA-256 over chart, rate (none is 1), radar and the [time, offset] pairs, every kind of miss alike.
 * Nothing that sending it late or from a newer game changes is in it: no version, no dates, no further elements of the rows, no titles.
 */
export function fingerprint({ known, rows }: PlayBody): Uint8Array {
  const head = [known.musicRate ?? 1, ...known.radar.Holds, ...known.radar.Mines, ...known.radar.Rolls]
  const numbers = new Float64Array(head.length + rows.length * 2)
  numbers.set(head)
  let at = head.length
  for (const [time, offset] of rows) {
    // adding 0 makes one zero of both; every NaN written here has the same bits
    numbers[at++] = time + 0
    numbers[at++] = typeof offset === 'number' ? offset + 0 : Number.NaN
  }
  return createHash('sha256').update(known.hash, 'latin1').update(littleEndian(numbers)).digest()
}

function littleEndian(numbers: Float64Array): Uint8Array {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return hostIsLittleEndian ? bytes : bytes.swap64()
}

const hostIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
