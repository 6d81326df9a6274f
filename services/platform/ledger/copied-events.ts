import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'

/** Signature, flags and length of the header's extension, which Postgres leaves empty. */
const headerBytes = 19
const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const columns = 3
const trailer = -1

/** At most so much is allocated at once for the bytes of events, unless one of them needs more. */
const largestSlab = 1024 * 1024

/**
 * Reads the answer to `COPY (SELECT partition::smallint, "offset"::bigint, body::bytea ...) TO STDOUT (FORMAT binary)`,
 * row by row as it comes; the header stands before the first row. Format: PostgreSQL manual, COPY, "Binary Format".
 */
export function copiedEvents() {
  const events: RecordedEvent[] = []
  let begun = false
  let slab = Buffer.alloc(0)
  let used = 0
  let keptBytes = 0

  /**
   * A row's buffer is good for this turn only. Few large buffers cost the collector far less than many of all sizes,
   * but each of them makes it run sooner: an answer of one event gets what that needs, a longer one doubles what it
   * has.
   */
  function keep(row: Buffer, from: number, length: number): Uint8Array {
    if (used + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(Math.max(length, Math.min(keptBytes, largestSlab)))
      used = 0
    }
    keptBytes += length
    const kept = slab.subarray(used, used + length)
    row.copy(kept, 0, from, from + length)
    used += length
    return kept
  }

  return {
    events,
    add(row: Buffer): void {
      let at = 0
      if (!begun) {
        if (!row.subarray(0, signature.length).equals(signature)) throw new Error('not a binary copy')
        begun = true
        at = headerBytes
      }
      if (at === row.length) return
      const count = row.readInt16BE(at)
      if (count === trailer) return
      if (count !== columns) throw new Error('a binary copy with other columns than expected')
      const partition = row.readInt16BE(at + 6)
      const offset = Number(row.readBigInt64BE(at + 12))
      const length = row.readInt32BE(at + 20)
      events.push({ partition, offset, bytes: keep(row, at + 24, length) })
    },
  }
}
