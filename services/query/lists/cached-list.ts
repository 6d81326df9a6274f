import { AsyncResource } from 'node:async_hooks'
import {
  firstTrackedGeneration,
  type SnapshotText,
  snapshotOf,
} from '@stepledger/projections/catalogue/list-index/changed-rows.ts'
import {
  type Entry,
  type ListIndex,
  type ListQuery,
  type ListResult,
  listIndex,
} from '@stepledger/projections/catalogue/list-index/list-index.ts'
import type { ListSource } from '@stepledger/projections/catalogue/list-index/list-source.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import PQueue from 'p-queue'
import type { Database } from '../../platform/database/database.ts'
import { inSnapshot } from '../../platform/database/read-models.ts'
import type { Log } from '../../platform/log/log.ts'

/**
 * A list of the live generation that is kept in memory, so that any page of it is found without looking along it in
 * Postgres.
 */
export interface CachedList<Id> {
  /**
   * What a question finds in the snapshot of `generation`, which must not have read anything yet; null while the list
   * is not kept, and Postgres must be asked: at first, after a switch, when too much has changed at once or there is
   * too much of it.
   */
  find(generation: GenerationDb, asked: ListQuery): Promise<ListResult<Id> | null>
  close(): Promise<void>
}

/** The list of a generation; without an index it was too large. `since`: the snapshot that it is of. */
interface Kept<Id> {
  readonly generation: number
  readonly index: ListIndex<Id> | null
  readonly since: SnapshotText
}

export interface CachedListOptions {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
  /** What it may take, in bytes. */
  readonly maxBytes: number
  /** Changes that a page may wait for; after more of them the list is read from the start, beside the pages. */
  readonly maxChanges?: number
}

/** Entries that are put in at once while it is read: some milliseconds, in which nothing else is answered. */
const chunk = 1_000

export function cachedList<Id extends string | number>(
  source: ListSource<Id>,
  { database, log, maxBytes, maxChanges = 5_000 }: CachedListOptions,
): CachedList<Id> {
  let kept: Kept<Id> | null = null
  let reading: Promise<void> | null = null
  const ending = new AbortController()
  // One at a time, so that snapshots are as old as their turns, and none goes back.
  const turns = new PQueue({ concurrency: 1 })

  /** False when it would become too large. */
  const put = (index: ListIndex<Id>, entries: readonly Entry<Id>[]) => {
    index.put(entries)
    if (index.bytes() <= maxBytes) return true
    log.warn(`a list takes more than ${maxBytes} bytes in memory: its pages are looked up in Postgres`)
    return false
  }

  const read = (generation: Generation): Promise<Kept<Id>> =>
    inSnapshot(database, async (db) => {
      const at = readable(generation, db)
      const since = await snapshotOf(at)
      const index = listIndex<Id>(source.orders)
      let last: Id | null = null
      for (;;) {
        const entries: Entry<Id>[] = await source.entriesAfter(at, last, chunk)
        if (!put(index, entries)) return { generation: generation.id, index: null, since }
        last = entries.at(-1)?.id ?? null
        if (last === null) return { generation: generation.id, index, since }
        ending.signal.throwIfAborted()
      }
    })
  // Not within the transaction of the page that wants it, which holds a connection already.
  const begin = AsyncResource.bind((generation: Generation) => {
    kept = null
    reading ??= read(generation)
      .then((list) => {
        kept = list
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn(`a list could not be read: ${String(error)}`)
      })
      .finally(() => {
        reading = null
      })
  })

  const findNow = async (generation: GenerationDb, asked: ListQuery): Promise<ListResult<Id> | null> => {
    if (generation.codeVersion < firstTrackedGeneration || ending.signal.aborted) return null
    if (kept?.generation !== generation.id) {
      begin(generation)
      return null
    }
    const { index, since } = kept
    if (index === null) return null
    const { snapshot, entries } = await source.changedSince(generation, since, maxChanges + 1)
    if (entries.length > maxChanges) {
      begin(generation)
      return null
    }
    // Until all of them are in.
    kept = null
    const fits = put(index, entries)
    kept = { generation: generation.id, index: fits ? index : null, since: snapshot }
    return fits ? index.find(asked) : null
  }

  return {
    async find(generation, asked) {
      const found = await turns.add(() => findNow(generation, asked))
      return found ?? null
    },
    async close() {
      ending.abort()
      await reading
    },
  }
}
