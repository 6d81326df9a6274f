import { generationHeader, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { FastifyRequest } from 'fastify'
import { wantedPosition } from '../platform/http/position.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { type Rendered, rendered } from '../platform/http/rendered.ts'
import type { Progress } from '../platform/progress/progress.ts'
import type { PageCache } from './page-cache.ts'
import type { Shown } from './pages/shown.ts'

/** How long a read waits for the position that it asks for, ms. */
const patience = 2000

export interface PageToRead {
  /** Names the page among all pages of a generation. */
  readonly path: string
  readonly about: readonly string[]
  /** What a 404 says when there is no such page. */
  readonly missing: string
  /** Reads the page in one snapshot of the generation. */
  show(db: ReadDatabase, generation: Generation): Promise<Shown<unknown> | null>
}

export type ReadPage = (request: FastifyRequest, page: PageToRead) => Promise<Rendered>

/**
 * Answers reads from pages kept whole: of one generation, never older than the position that the request asks for. Where the read model
 * does not reach that position in time the answer is what there is, marked stale: a read never fails for lag.
 */
export function pageReader(cache: PageCache, readModels: ReadDatabase, progress: Progress): ReadPage {
  return async (request, page) => {
    const wanted = wantedPosition(request)
    const reached = wanted === null || (await progress.reached(wanted, patience))
    const now = progress.current()
    if (!now) throw new Refusal(503, 'The read models are being made', { headers: { 'retry-after': '1' } })
    const { generation, checkpoints } = now
    const bytes = await cache.get(
      {
        key: `${generation.id} ${page.path}`,
        about: page.about,
        position: reached ? wanted : null,
        checkpoints: [...checkpoints],
      },
      async () => {
        const shown = await inSnapshot(readModels, (db) => page.show(db, generation))
        if (!shown) throw notFound(page.missing)
        return { bytes: Buffer.from(JSON.stringify(shown.answer)), tags: shown.tags }
      },
    )
    return rendered(bytes, {
      [generationHeader]: String(generation.id),
      ...(reached ? {} : { [staleHeader]: 'true' }),
    })
  }
}

/** All of a page from one moment, whatever is folded meanwhile. */
function inSnapshot<T>(readModels: ReadDatabase, read: (db: ReadDatabase) => Promise<T>): Promise<T> {
  return readModels
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
