import { eventClosed } from '@stepledger/contracts/competition/events.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { type RowChunk, rowChunks } from '../backup/tables/row-chunks.ts'
import { decodeUnlessMalformed } from '../unfolded-events.ts'
import type { PartitionMap } from './partition-map.ts'

/**
 * Returns an event of the topic `rules` as it is in the copy; null if it names events that `map` does not have yet. Two
 * types of events refer to positions: LedgerCreated by the number of partitions, EventClosed by a checkpoint.
 */
export function withNewPositions(bytes: Uint8Array, map: PartitionMap): Uint8Array | null {
  if (map.keepsPositions) return bytes
  const event = decodeUnlessMalformed({ bytes })
  if (event?.type === 'LedgerCreated')
    return encodeEvent(ledgerCreated, { ...event, data: { ...event.data, partitions: map.to } })
  if (event?.type !== 'EventClosed') return bytes
  const checkpoint = map.endsOf(event.data.checkpoint)
  return checkpoint && encodeEvent(eventClosed, { ...event, data: { ...event.data, checkpoint } })
}

/** Converts rows of a table in the text format of COPY. */
type ConvertRows = (rows: AsyncIterable<Uint8Array>) => AsyncIterable<RowChunk>

/**
 * Returns how the rows of a table get the positions of a copy of the ledger; null if they name none. They name a position
 * by the columns `partition` and `offset`, and a checkpoint by rows of `partition` and `next_offset`.
 */
export function positionsInRows(columns: readonly string[], map: PartitionMap): ConvertRows | null {
  const partition = columns.indexOf('partition')
  const [offset, next] = [columns.indexOf('offset'), columns.indexOf('next_offset')]
  if (map.keepsPositions || partition < 0) return null
  if (offset >= 0) return (rows) => convertPositions(rows, { partition, offset }, map)
  if (next < 0 || columns.length !== 2) throw new Error(`no positions in ${columns.join(', ')}`)
  return (rows) => convertCheckpoint(rows, { partition, next }, map)
}

const none = '\\N'

/**
 * A position beyond the copied events becomes none: ingest appends such a play again under the same id, and folds skip a
 * second one.
 */
async function* convertPositions(
  rows: AsyncIterable<Uint8Array>,
  at: { readonly partition: number; readonly offset: number },
  map: PartitionMap,
): AsyncGenerator<RowChunk> {
  for await (const lines of linesOf(rows)) {
    for (const fields of lines) {
      const [partition, offset] = [fields[at.partition], fields[at.offset]]
      if (partition === none || offset === none) continue
      const position = map.positionOf({ partition: Number(partition), offset: Number(offset) })
      fields[at.partition] = String(position?.partition ?? none)
      fields[at.offset] = String(position?.offset ?? none)
    }
    yield chunkOf(lines)
  }
}

async function* convertCheckpoint(
  rows: AsyncIterable<Uint8Array>,
  at: { readonly partition: number; readonly next: number },
  map: PartitionMap,
): AsyncGenerator<RowChunk> {
  const originals = map.next().fill(0)
  for await (const lines of linesOf(rows))
    for (const fields of lines) originals[Number(fields[at.partition])] = Number(fields[at.next])
  const copied = map.next().map((end, partition) => Math.min(end, originals[partition] ?? 0))
  const ends = [...(map.endsOf(copied) ?? []).entries()]
  yield chunkOf(ends.map((row) => row.map(String)).map((row) => (at.next === 0 ? row.reverse() : row)))
}

/** Bytes as characters, because only digits are changed. */
async function* linesOf(rows: AsyncIterable<Uint8Array>): AsyncGenerator<string[][]> {
  for await (const { bytes } of rowChunks(rows))
    yield bytes
      .toString('latin1')
      .slice(0, -1)
      .split('\n')
      .map((line) => line.split('\t'))
}

function chunkOf(lines: readonly (readonly string[])[]): RowChunk {
  const bytes = Buffer.from(lines.map((fields) => `${fields.join('\t')}\n`).join(''), 'latin1')
  return { rows: lines.length, bytes }
}
