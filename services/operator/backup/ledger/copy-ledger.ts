import { createHash } from 'node:crypto'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type { Ledger } from '../../../platform/ledger/ledger.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import type { ProgressOutput } from '../../output.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Journal } from '../files/journal.ts'
import type { Manifest, Segment } from '../manifest.ts'
import { framed } from './segment-format.ts'

interface LedgerCopy {
  readonly ledger: Ledger
  readonly files: FileStore
  /** Those already copied; new ones are added. */
  readonly segments: Segment[]
  readonly journal: Journal
  /** Maximum size of a segment unless a single event needs more, bytes. */
  readonly segmentBytes: number
  readonly output: ProgressOutput
}

/** Copies the events of both topics that the segments lack. Returns the ends up to which they are copied. */
export async function copyLedger(copy: LedgerCopy): Promise<Manifest['ends']> {
  const { ledger, segments, journal, output } = copy
  const ends = { events: await ledger.ends('events'), rules: await ledger.ends('rules') }
  const of = sum(ends.events) + sum(ends.rules)
  let done = sum(segments.map(({ from, to }) => to - from))
  const onCopied = (events: number) => {
    done = Math.min(of, done + events)
    output.progress({ what: 'Copying the ledger', done, of, unit: 'events' })
  }
  for (const topic of ['events', 'rules'] as const)
    for (const [partition, end] of ends[topic].entries()) {
      const last = segments.findLast((one) => one.topic === topic && one.partition === partition)
      await checkContinues(ledger, last, topic, partition, end)
      for (let from = last?.to ?? 0; from < end; ) {
        output.signal.throwIfAborted()
        const segment = await copySegment(topic, partition, from, end, copy, onCopied)
        segments.push(segment)
        await journal.add({ segment })
        from = segment.to
      }
    }
  return ends
}

async function copySegment(
  topic: Topic,
  partition: number,
  from: number,
  end: number,
  { ledger, files, segmentBytes, output }: LedgerCopy,
  onCopied: (events: number) => void,
): Promise<Segment> {
  const count = ledger.partitions[topic]
  const only = (offset: number) => Array.from({ length: count }, (_, one) => (one === partition ? offset : 0))
  let to = from
  let last: Uint8Array = new Uint8Array()
  async function* content(): AsyncGenerator<Buffer> {
    let bytes = 0
    // 0 to 0 leaves out the other partitions.
    for await (const batch of ledger.read(topic, only(from), { to: only(end) })) {
      output.signal.throwIfAborted()
      for (const { offset, bytes: event } of batch) {
        if (offset !== to)
          throw new Error(`after ${partition}:${to - 1} comes ${partition}:${offset} in the ledger`)
        yield framed(event)
        bytes += event.length
        to += 1
        last = event
        if (bytes >= segmentBytes) break
      }
      onCopied(batch.length)
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
