import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Ledger } from '../../../platform/ledger/ledger.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Manifest } from '../manifest.ts'
import { hashOf } from './copy-ledger.ts'
import { eventsOf } from './segment-format.ts'

/**
 * Checks that the events of a ledger in Kafka are those of the backup: it may be empty, shorter, as an interrupted
 * restore leaves it, or longer, with events appended after the backup. Throws CommandFailedError.
 */
export async function checkTarget(
  ledger: Pick<Ledger, 'ends' | 'at'>,
  manifest: Manifest,
  files: FileStore,
): Promise<void> {
  for (const topic of ['events', 'rules'] as const) {
    const ends = await ledger.ends(topic)
    for (const [partition, found] of ends.entries()) {
      const end = Math.min(found, manifest.ends[topic][partition] ?? 0)
      if (found > 0 && end === 0 && topic === 'rules') throw new CommandFailedError(otherLedger)
      if (end === 0) continue
      const position = { partition, offset: end - 1 }
      const event = await ledger.at(topic, position)
      const expected = await hashAt(manifest, files, topic, position)
      if (!event || hashOf(event.bytes) !== expected) throw new CommandFailedError(otherLedger)
    }
  }
}

const otherLedger =
  'The topics in Kafka have events of another ledger than the backup. Restore with another prefix in LEDGER_URL.'

async function hashAt(
  { segments }: Manifest,
  files: FileStore,
  topic: Topic,
  { partition, offset }: Position,
): Promise<string> {
  const segment = segments.find(
    (one) => one.topic === topic && one.partition === partition && one.from <= offset && offset < one.to,
  )
  if (!segment)
    throw new CommandFailedError(`The backup does not have the event ${partition}:${offset} of ${topic}`)
  if (segment.to - 1 === offset) return segment.last
  let at = segment.from
  for await (const bytes of eventsOf(files.read(segment.file))) if (at++ === offset) return hashOf(bytes)
  throw new CommandFailedError(`The backup does not have the event ${partition}:${offset} of ${topic}`)
}
