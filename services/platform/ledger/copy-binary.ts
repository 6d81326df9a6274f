import type { Recorded } from './ledger.ts'

/** Signature, flags and length of the header's extension, which Postgres leaves empty. */
const headerBytes = 19
const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')

/**
 * Reads the answer to `COPY (SELECT partition::smallint, "offset"::bigint, body::bytea ...) TO STDOUT (FORMAT binary)`. The events' bytes
 * are views of `copied`. Format: PostgreSQL manual, COPY, "Binary Format".
 */
export function readCopied(copied: Buffer): Recorded[] {
  if (!copied.subarray(0, signature.length).equals(signature)) throw new Error('not a binary copy')
  const recorded: Recorded[] = []
  let at = headerBytes
  while (copied.readInt16BE(at) === 3) {
    const partition = copied.readInt16BE(at + 6)
    const offset = Number(copied.readBigInt64BE(at + 12))
    const length = copied.readInt32BE(at + 20)
    const start = at + 24
    recorded.push({ partition, offset, bytes: copied.subarray(start, start + length) })
    at = start + length
  }
  if (copied.readInt16BE(at) !== -1) throw new Error('a binary copy with other columns than expected')
  return recorded
}
