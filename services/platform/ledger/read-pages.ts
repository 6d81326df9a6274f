import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Offsets } from './ledger.ts'
import type { PostgresReader } from './postgres-reader.ts'

const pageEvents = 500

/** `Ledger.read` page by page: the next one is on its way while the reader works on this one. */
export function readPages(
  reader: PostgresReader,
  topic: Topic,
  from: Offsets,
  { to, maxBatch = pageEvents }: { to?: Offsets; maxBatch?: number } = {},
): AsyncIterable<readonly RecordedEvent[]> {
  const atTheCall = reader.ends(topic)
  // Its failure is thrown where it is awaited, which may be later.
  atTheCall.catch(() => {})

  async function* pages() {
    const ends = await atTheCall
    const stop = ends.map((end, partition) => Math.min(end, to?.[partition] ?? end))
    const next = ends.map((_, partition) => from[partition] ?? 0)
    let coming = reader.page(topic, next, stop, maxBatch)
    try {
      for (let page = await coming; page.length > 0; page = await coming) {
        for (const { partition, offset } of page) next[partition] = offset + 1
        coming = reader.page(topic, next, stop, maxBatch)
        coming.catch(() => {})
        yield page
      }
    } finally {
      await coming.catch(() => {})
    }
  }
  return pages()
}
