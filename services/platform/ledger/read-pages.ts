import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Offsets } from './ledger.ts'
import type { PostgresReader } from './postgres-reader.ts'

const pageEvents = 500

/** `Ledger.read` page by page; the next page is prefetched while the caller handles this one. */
export function readPages(
  reader: PostgresReader,
  topic: Topic,
  from: Offsets,
  { to, maxBatch = pageEvents }: { to?: Offsets; maxBatch?: number } = {},
): AsyncIterable<readonly RecordedEvent[]> {
  const endsAtCall = reader.ends(topic)
  // A rejection is handled where the promise is awaited.
  endsAtCall.catch(() => {})

  async function* pages() {
    const ends = await endsAtCall
    const stop = ends.map((end, partition) => Math.min(end, to?.[partition] ?? end))
    const next = ends.map((_, partition) => from[partition] ?? 0)
    let prefetched = reader.page(topic, next, stop, maxBatch)
    try {
      for (let page = await prefetched; page.length > 0; page = await prefetched) {
        for (const { partition, offset } of page) next[partition] = offset + 1
        prefetched = reader.page(topic, next, stop, maxBatch)
        prefetched.catch(() => {})
        yield page
      }
    } finally {
      await prefetched.catch(() => {})
    }
  }
  return pages()
}
