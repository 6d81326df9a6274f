import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Fetched, Line } from './client.ts'
import { mailbox } from './mailbox.ts'

export interface PagesWanted {
  readonly topic: string
  readonly partitions: readonly number[]
  /** The next offset wanted of each partition; moved on with what is given. */
  readonly next: number[]
  /** Where to stop; without it the pages never end. */
  readonly to?: readonly number[]
  /** Ends the pages, at once. */
  readonly signal?: AbortSignal
}

/** How long the broker may keep a question where there is nothing new, ms. An append answers it at once. */
const maxWaitMs = 500
/**
 * A page holds about this many bytes at most; two are in memory for each broker, the one at hand and the one on its
 * way.
 */
const pageBytes = 8 * 1024 * 1024

/** What came from one of the brokers, or why nothing comes any more; null when the pages are to end. */
type News =
  | { readonly leader: string; readonly fetched: readonly Fetched[] }
  | { readonly error: unknown }
  | null

/**
 * Reads partitions page by page, in order within each, from all brokers that hold some. One question is on its way to
 * each broker while the reader works. Fails as the line does, and where offsets are missing: a ledger has none.
 */
export async function* fetchPages(line: Line, wanted: PagesWanted): AsyncGenerator<readonly RecordedEvent[]> {
  const { topic, partitions, next, to, signal } = wanted
  const leaders = line.leaders(topic, partitions)
  const news = mailbox<News>()
  let asked = 0

  function ask(leader: string): void {
    const open = (leaders.get(leader) ?? []).filter(
      (p) => to === undefined || itemAt(next, p) < itemAt(to, p),
    )
    if (open.length === 0) return
    asked++
    const offsets = open.map((partition) => ({ partition, offset: itemAt(next, partition) }))
    line.fetch(topic, leader, offsets, { maxWaitMs, maxBytes: pageBytes }).then(
      (fetched) => news.put({ leader, fetched }),
      (error) => news.put({ error }),
    )
  }

  const end = () => news.put(null)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    for (const leader of leaders.keys()) ask(leader)
    while (asked > 0) {
      const answer = await news.take()
      if (answer === null) return
      if ('error' in answer) throw answer.error
      asked--
      const page = answer.fetched.flatMap((fetched) => take(fetched, next, to))
      ask(answer.leader)
      if (page.length > 0) yield page
    }
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** What was wanted of what came; moves `next` on. */
function take({ partition, messages }: Fetched, next: number[], to?: readonly number[]): RecordedEvent[] {
  const taken: RecordedEvent[] = []
  let wanted = itemAt(next, partition)
  const stop = to === undefined ? Number.POSITIVE_INFINITY : itemAt(to, partition)
  for (const { offset: text, value } of messages) {
    const offset = Number(text)
    if (offset < wanted) continue
    if (offset >= stop) break
    if (offset > wanted) throw new Error(`the ledger has no ${partition}:${wanted}, but a later one`)
    taken.push({ partition, offset, bytes: value ?? Buffer.alloc(0) })
    wanted = offset + 1
  }
  next[partition] = wanted
  return taken
}

/** Cuts a page into batches of at most `max`. */
export function* batchesOf(page: readonly RecordedEvent[], max: number): Generator<readonly RecordedEvent[]> {
  for (let start = 0; start < page.length; start += max) yield page.slice(start, start + max)
}
