import { AsyncResource } from 'node:async_hooks'
import { type SnapshotText, snapshotOf } from '@stepledger/projections/catalogue/list-index/changed-rows.ts'
import type { Entry } from '@stepledger/projections/catalogue/list-index/entry-columns.ts'
import {
  type ListIndex,
  type ListQuery,
  type ListResult,
  listIndex,
} from '@stepledger/projections/catalogue/list-index/list-index.ts'
import type { ListSource } from '@stepledger/projections/catalogue/list-index/list-source.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { hasFeature } from '@stepledger/projections/generation-features.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import PQueue from 'p-queue'
import type { Database } from '../../platform/database/database.ts'
import { inSnapshot } from '../../platform/database/read-models.ts'
import type { Log } from '../../platform/log/log.ts'

/**
 * A list of the live generation that is cached in memory, so that any page of it is read without a scan in Postgres.
 */
export interface CachedList<Id> {
  /**
   * Returns a page of the list as of the snapshot of `generation`, which must not have read anything yet. Null when the
   * list is not cached and Postgres must be queried: at the start, after a switch, after too many changes at once, or
   * when the list exceeds its memory limit.
   */
  find(generation: GenerationDb, query: ListQuery): Promise<ListResult<Id> | null>
  close(): Promise<void>
}

/** The list of a generation; `index` is null when it was too large. `since`: the snapshot that the index reflects. */
interface LoadedList<Id> {
  readonly generation: number
  readonly index: ListIndex<Id> | null
  readonly since: SnapshotText
}

interface CachedListOptions {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
  /** Memory limit, bytes. */
  readonly maxBytes: number
  /** Maximum changes applied before a page is answered. After more of them the list is reloaded in the background. */
  readonly maxChanges?: number
}

/** Entries indexed at once while loading: blocks the event loop for some milliseconds. */
const chunkSize = 1_000

export function cachedList<Id extends string | number>(
  source: ListSource<Id>,
  { database, log, maxBytes, maxChanges = 5_000 }: CachedListOptions,
): CachedList<Id> {
  let loaded: LoadedList<Id> | null = null
  let loading: Promise<void> | null = null
  const stopping = new AbortController()
  // Sequential, so that each snapshot is newer than the one before and the index never goes back.
  const turns = new PQueue({ concurrency: 1 })

  /** Returns false when the index exceeds the memory limit. */
  const put = (index: ListIndex<Id>, entries: readonly Entry<Id>[]) => {
    index.put(entries)
    if (index.bytes() <= maxBytes) return true
    log.warn(`a cached list exceeds ${maxBytes} bytes: its pages are read from Postgres`)
    return false
  }

  const load = (generation: Generation): Promise<LoadedList<Id>> =>
    inSnapshot(database, async (db) => {
      const at = readable(generation, db)
      const since = await snapshotOf(at)
      const index = listIndex<Id>(source.orders)
      let last: Id | null = null
      for (;;) {
        const entries: Entry<Id>[] = await source.entriesAfter(at, last, chunkSize)
        if (!put(index, entries)) return { generation: generation.id, index: null, since }
        last = entries.at(-1)?.id ?? null
        if (last === null) return { generation: generation.id, index, since }
        stopping.signal.throwIfAborted()
      }
    })
  // Bound outside the transaction of the requesting page, which already holds a connection.
  const startLoading = AsyncResource.bind((generation: Generation) => {
    loaded = null
    loading ??= load(generation)
      .then((list) => {
        loaded = list
      })
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn(`a list could not be loaded: ${String(error)}`)
      })
      .finally(() => {
        loading = null
      })
  })

  const findInTurn = async (generation: GenerationDb, query: ListQuery): Promise<ListResult<Id> | null> => {
    if (!hasFeature(generation, 'trackedChanges') || stopping.signal.aborted) return null
    if (loaded?.generation !== generation.id) {
      startLoading(generation)
      return null
    }
    const { index, since } = loaded
    if (index === null) return null
    const { snapshot, entries } = await source.changedSince(generation, since, maxChanges + 1)
    if (entries.length > maxChanges) {
      startLoading(generation)
      return null
    }
    // Unset while the changes are applied, in case that throws.
    loaded = null
    const fits = put(index, entries)
    loaded = { generation: generation.id, index: fits ? index : null, since: snapshot }
    return fits ? index.find(query) : null
  }

  return {
    async find(generation, query) {
      const found = await turns.add(() => findInTurn(generation, query))
      return found ?? null
    },
    async close() {
      stopping.abort()
      await loading
    },
  }
}
