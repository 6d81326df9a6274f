import { createHash } from 'node:crypto'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Ledger, Offsets } from '../../../platform/ledger/ledger.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Segment } from '../manifest.ts'
import { framed } from './segment-format.ts'

export interface LedgerCopyOptions {
  readonly ledger: Ledger
  readonly files: FileStore
  /** Maximum size of a segment unless a single event needs more, bytes. */
  readonly segmentBytes: number
  readonly onSegment: (segment: Segment) => Promise<void>
  /** Called with the number of copied events. */
  readonly onProgress: (events: number) => void
  readonly signal: AbortSignal
}

/** Copies the events of a topic from where `segments` end up to `ends`, in segments. Adds them to `segments`. */
export async function copyLedger(
  topic: Topic,
  ends: Offsets,
  segments: Segment[],
  options: LedgerCopyOptions,
): Promise<void> {
  for (const [partition, end] of ends.entries()) {
    const last = segments.findLast((one) => one.topic === topic && one.partition === partition)
    await checkContinues(options.ledger, last, topic, partition, end)
    for (let from = last?.to ?? 0; from < end; ) {
      options.signal.throwIfAborted()
      const segment = await copySegment(topic, partition, from, end, options)
      segments.push(segment)
      await options.onSegment(segment)
      from = segment.to
    }
  }
}

async function copySegment(
  topic: Topic,
  partition: number,
  from: number,
  end: number,
  { ledger, files, segmentBytes, onProgress, signal }: LedgerCopyOptions,
): Promise<Segment> {
  const count = ledger.partitions[topic]
  const only = (offset: number, others: number) =>
    Array.from({ length: count }, (_, one) => (one === partition ? offset : others))
  let to = from
  let last: Uint8Array = new Uint8Array()
  async function* content(): AsyncGenerator<Buffer> {
    let bytes = 0
    // `to` 0 leaves out the other partitions.
    for await (const batch of ledger.read(topic, only(from, 0), { to: only(end, 0) })) {
      signal.throwIfAborted()
      for (const { offset, bytes: event } of batch) {
        if (offset !== to)
          throw new Error(`after ${partition}:${to - 1} comes ${partition}:${offset} in the ledger`)
        yield framed(event)
        bytes += event.length
        to += 1
        last = event
        if (bytes >= segmentBytes) break
      }
      onProgress(batch.length)
      if (bytes >= segmentBytes) return
    }
    if (to < end) throw new Error(`the ledger ends at ${partition}:${to}, before its end ${partition}:${end}`)
  }
  const file = await files.put(content())
  return { topic, partition, from, to, last: hashOf(last), file }
}

/** The backup must be a prefix of the ledger, not of another continuation of it. Throws CommandFailedError. */
async function checkContinues(
  ledger: Ledger,
  last: Segment | undefined,
  topic: Topic,
  partition: number,
  end: number,
): Promise<void> {
  if (!last) return
  const event = last.to <= end ? await ledger.at(topic, { partition, offset: last.to - 1 }) : null
  if (event && hashOf(event.bytes) === last.last) return
  throw new CommandFailedError(
    `The ledger differs from its backup at ${partition}:${last.to - 1} of ${topic}: it was restored from an older backup and continued. Back it up to another folder.`,
  )
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
