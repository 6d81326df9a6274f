import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { FastifyRequest } from 'fastify'
import type { StoredGeneration } from '../platform/generations/live-generation.ts'
import { notFound } from '../platform/http/refusal.ts'
import { type Rendered, rendered } from '../platform/http/rendered.ts'
import type { Progress } from '../platform/progress/progress.ts'
import { inSnapshot, momentFor } from './moment.ts'
import type { PageCache } from './page-cache.ts'
import type { Shown } from './pages/shown.ts'

export interface PageToRead {
  /** Names the page among all pages of a generation. */
  readonly path: string
  readonly about: readonly string[]
  /** What a 404 says when there is no such page. */
  readonly missing: string
  /** Reads the page in one snapshot of the generation. */
  show(db: ReadDatabase, generation: StoredGeneration): Promise<Shown<unknown> | null>
}

export type ReadPage = (request: FastifyRequest, page: PageToRead) => Promise<Rendered>

/**
 * Answers reads from pages kept whole: of one generation, never older than the position that the request asks for. Where the read model
 * does not reach that position in time the answer is what there is, marked stale: a read never fails for lag.
 */
export function pageReader(cache: PageCache, readModels: ReadDatabase, progress: Progress): ReadPage {
  return async (request, page) => {
    const { generation, checkpoints, position, headers } = await momentFor(request, progress)
    const bytes = await cache.get(
      {
        key: `${generation.id} ${page.path}`,
        about: page.about,
        position,
        checkpoints: [...checkpoints],
      },
      async () => {
        const shown = await inSnapshot(readModels, (db) => page.show(db, generation))
        if (!shown) throw notFound(page.missing)
        return { bytes: Buffer.from(JSON.stringify(shown.answer)), tags: shown.tags }
      },
    )
    return rendered(bytes, headers)
  }
}
