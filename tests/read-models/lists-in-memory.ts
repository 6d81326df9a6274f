import {
  type ChartListQuery,
  chartListQueryOf,
  chartsOn,
} from '@stepledger/projections/catalogue/list-charts.ts'
import { chartsList } from '@stepledger/projections/catalogue/list-index/charts-list.ts'
import { songsList } from '@stepledger/projections/catalogue/list-index/songs-list.ts'
import {
  type SimfileListQuery,
  simfileListQueryOf,
  simfilesOn,
} from '@stepledger/projections/catalogue/list-simfiles.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { inSnapshot } from '@stepledger/services/platform/database/read-models.ts'
import { type CachedList, cachedList } from '@stepledger/services/query/lists/cached-list.ts'
import { expect, vi } from 'vitest'
import type { FoldedModels } from './folded-models.ts'

export const whole = { from: 0, limit: 100 }

/** Loading a list takes long on a busy machine. */
export const loading = { timeout: 20_000 }

/** The lists of a process, loaded now. */
export async function listsInMemory(models: FoldedModels) {
  const options = { database: models.database, log: console, maxBytes: 1e6 }
  const charts = cachedList(chartsList, options)
  const songs = cachedList(songsList, options)
  await Promise.all([loaded(models, charts), loaded(models, songs)])
  const found = <T>(it: T | null): T => {
    if (it === null) throw new Error('the list is not in memory')
    return it
  }
  const lists = {
    charts: (query: ChartListQuery, page = whole) =>
      inMoment(models, async (at) => {
        const asked = found(chartListQueryOf(query, page))
        return chartsOn(at, query, page, found(await charts.find(at, asked)))
      }),
    songs: (query: SimfileListQuery, page = whole) =>
      inMoment(models, async (at) => {
        const asked = found(simfileListQueryOf(query, page))
        return simfilesOn(at, query, page, found(await songs.find(at, asked)))
      }),
  }
  return {
    ...lists,
    async follow() {
      await lists.charts(everything)
      await lists.songs({ search: '', orderBy: 'title', orderDirection: 'asc' })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([charts.close(), songs.close()])
    },
  }
}

/** Waits until a list is in memory. */
export async function loaded<Id>(models: FoldedModels, list: CachedList<Id>): Promise<void> {
  const asked = { words: [], hasFacet: null, range: null, order: 0, direction: 'asc', ...whole } as const
  await vi.waitFor(async () => {
    expect(await inMoment(models, (at) => list.find(at, asked))).not.toBeNull()
  }, loading)
}

/** Reads in one snapshot. */
export function inMoment<T>(models: FoldedModels, read: (at: GenerationDb) => Promise<T>): Promise<T> {
  return inSnapshot(models.database, (db) => read(readable({ ...models.generation }, db)))
}

export const everything: ChartListQuery = {
  search: '',
  stepsType: undefined,
  difficulty: undefined,
  minMeter: undefined,
  maxMeter: undefined,
  packId: undefined,
  orderBy: 'songName',
  orderDirection: 'asc',
}
