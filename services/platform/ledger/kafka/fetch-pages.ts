import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { FetchClient, Fetched } from './client.ts'

interface PagesRequest {
  readonly topic: string
  readonly partitions: readonly number[]
  /** The next offset of each partition; advanced with each page. */
  readonly next: number[]
  /** Where to stop, exclusive; without it the pages never end. */
  readonly to?: readonly number[]
  /** Ends the pages immediately. */
  readonly signal?: AbortSignal
}

/** Long-poll timeout of a fetch, ms. An append completes it at once. */
const maxWaitMs = 1_000
/** Approximate maximum size of a page, bytes. Two are in memory per broker: the current one and the prefetched one. */
const pageBytes = 8 * 1024 * 1024
/**
 * After a smaller page, the reader has caught up: nothing is prefetched, because the response would come with the first
 * event and lack those that follow while the page is handled.
 */
const prefetchBytes = 256 * 1024

/** A response of one broker, or the error that ends the pages; null when the signal ends them. */
type FetchOutcome =
  | { readonly leader: string; readonly fetched: readonly Fetched[] }
  | { readonly error: unknown }
  | null

/**
 * Reads partitions page by page, in order within each, from all their leaders. One fetch per broker is in flight while
 * the caller handles a large page. Throws errors of the client, and if an offset is missing: a ledger has no gaps.
 */
export async function* fetchPages(
  client: FetchClient,
  request: PagesRequest,
): AsyncGenerator<readonly RecordedEvent[]> {
  const { topic, partitions, next, to, signal } = request
  const leaders = client.leaders(topic, partitions)
  const outcomes = mailbox<FetchOutcome>()
  let inFlight = 0

  function fetchFrom(leader: string): void {
    const open = (leaders.get(leader) ?? []).filter(
      (p) => to === undefined || itemAt(next, p) < itemAt(to, p),
    )
    if (open.length === 0) return
    inFlight++
    const offsets = open.map((partition) => ({ partition, offset: itemAt(next, partition) }))
    client.fetch(topic, leader, offsets, { maxWaitMs, maxBytes: pageBytes }).then(
      (fetched) => outcomes.put({ leader, fetched }),
      (error) => outcomes.put({ error }),
    )
  }

  const end = () => outcomes.put(null)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    for (const leader of leaders.keys()) fetchFrom(leader)
    while (inFlight > 0) {
      const outcome = await outcomes.take()
      if (outcome === null) return
      if ('error' in outcome) throw outcome.error
      inFlight--
      const page = outcome.fetched.flatMap((fetched) => eventsInRange(fetched, next, to))
      const isBehind = page.reduce((sum, { bytes }) => sum + bytes.length, 0) >= prefetchBytes
      if (isBehind) fetchFrom(outcome.leader)
      if (page.length > 0) yield page
      if (!isBehind) fetchFrom(outcome.leader)
    }
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** Returns the events in the requested range and advances `next`. */
function eventsInRange(
  { partition, messages }: Fetched,
  next: number[],
  to?: readonly number[],
): RecordedEvent[] {
  const events: RecordedEvent[] = []
  let expected = itemAt(next, partition)
  const stop = to === undefined ? Number.POSITIVE_INFINITY : itemAt(to, partition)
  for (const { offset: text, value } of messages) {
    const offset = Number(text)
    if (offset < expected) continue
    if (offset >= stop) break
    if (offset > expected) throw new Error(`the ledger lacks ${partition}:${expected}, but has later events`)
    events.push({ partition, offset, bytes: value ?? Buffer.alloc(0) })
    expected = offset + 1
  }
  next[partition] = expected
  return events
}

/** Splits a page into batches of at most `max` events. */
export function* batchesOf(page: readonly RecordedEvent[], max: number): Generator<readonly RecordedEvent[]> {
  for (let start = 0; start < page.length; start += max) yield page.slice(start, start + max)
}

/** An unbounded FIFO queue with one asynchronous consumer. */
interface Mailbox<T> {
  put(value: T): void
  /** Resolves with the next value, once there is one. One caller at a time. */
  take(): Promise<T>
}

export function mailbox<T>(): Mailbox<T> {
  const queued: { value: T }[] = []
  let waiting: ((value: T) => void) | null = null
  return {
    put(value) {
      const consumer = waiting
      waiting = null
      if (consumer) consumer(value)
      else queued.push({ value })
    },
    take() {
      const next = queued.shift()
      if (next) return Promise.resolve(next.value)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
  }
}
