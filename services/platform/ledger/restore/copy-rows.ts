import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { NewEvent } from '../ledger.ts'

/** Signature, flags and length of the header extension. */
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const trailer = Buffer.from([0xff, 0xff])
const columns = 5

/**
 * Rows of ledger.events (topic, partition, offset, key, body) for `COPY ... FROM STDIN (FORMAT binary)`, from position
 * `first` on: three times as fast as an INSERT, which transfers bytea as text. Format: PostgreSQL manual, COPY.
 */
export function* copyRows(topic: Topic, first: Position, events: readonly NewEvent[]): Generator<Buffer> {
  yield header
  const topicBytes = Buffer.from(topic)
  for (const [nth, { key, bytes }] of events.entries()) {
    const keyBytes = Buffer.from(key)
    const row = Buffer.allocUnsafe(
      2 + 4 * columns + topicBytes.length + 2 + 8 + keyBytes.length + bytes.length,
    )
    let at = row.writeInt16BE(columns, 0)
    const field = (content: Uint8Array) => {
      at = row.writeInt32BE(content.length, at)
      row.set(content, at)
      at += content.length
    }
    field(topicBytes)
    at = row.writeInt32BE(2, at)
    at = row.writeInt16BE(first.partition, at)
    at = row.writeInt32BE(8, at)
    at = row.writeBigInt64BE(BigInt(first.offset + nth), at)
    field(keyBytes)
    field(bytes)
    yield row
  }
  yield trailer
}
