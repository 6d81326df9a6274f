import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'

/** Signature, flags and length of the header extension, which is always empty, bytes. */
const headerBytes = 19
const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const columns = 3
const trailer = -1

/** Maximum size of a slab, unless a single event needs more, bytes. */
const maxSlabBytes = 1024 * 1024

/**
 * Parses the output of `COPY (SELECT partition::smallint, "offset"::bigint, body::bytea ...) TO STDOUT (FORMAT
 * binary)`, one row per call; the header precedes the first row. Format: PostgreSQL manual, COPY, "Binary Format".
 */
export function copiedEvents() {
  const events: RecordedEvent[] = []
  let hasHeader = false
  let slab = Buffer.alloc(0)
  let used = 0
  let totalBytes = 0

  /**
   * Copies a body into a slab, since the row's buffer is valid during this call only. A few large buffers cost the
   * garbage collector far less than many small ones, but large buffers trigger it sooner: the first slab has the size
   * of the first event, and slabs grow with the total.
   */
  function copyBody(row: Buffer, from: number, length: number): Uint8Array {
    if (used + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(length, Math.min(totalBytes, maxSlabBytes)))
      used = 0
    }
    totalBytes += length
    const body = slab.subarray(used, used + length)
    row.copy(body, 0, from, from + length)
    used += length
    return body
  }

  return {
    events,
    add(row: Buffer): void {
      let at = 0
      if (!hasHeader) {
        if (!row.subarray(0, signature.length).equals(signature)) throw new Error('not a binary copy')
        hasHeader = true
        at = headerBytes
      }
      if (at === row.length) return
      const count = row.readInt16BE(at)
      if (count === trailer) return
      if (count !== columns) throw new Error('a binary copy with other columns than expected')
      const partition = row.readInt16BE(at + 6)
      const offset = Number(row.readBigInt64BE(at + 12))
      const length = row.readInt32BE(at + 20)
      events.push({ partition, offset, bytes: copyBody(row, at + 24, length) })
    },
  }
}
