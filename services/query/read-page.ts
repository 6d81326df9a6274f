import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { FastifyRequest } from 'fastify'
import type { StoredGeneration } from '../platform/generations/live-generation.ts'
import { notFound } from '../platform/http/refusal.ts'
import { type Rendered, rendered } from '../platform/http/rendered.ts'
import type { Progress } from '../platform/progress/progress.ts'
import { inSnapshot, type Moment, momentFor } from './moment.ts'
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

export type ReadPage = (request: FastifyRequest, page: PageToRead) => Rendered | Promise<Rendered>

/**
 * Answers reads from pages kept whole: of one generation, never older than the position that the request asks for. Where the read model
 * does not reach that position in time the answer is what there is, marked stale: a read never fails for lag. A page that is kept is answered
 * at once, without a promise: most of what a kept page costs is what happens around it.
 */
export function pageReader(cache: PageCache, readModels: ReadDatabase, progress: Progress): ReadPage {
  let last: number | null = null
  const readAt = ({ generation, checkpoints, position, headers }: Moment, page: PageToRead) => {
    const { path, about, missing } = page
    // One that is gone back to has folded on since its pages were kept, and nobody was told of what.
    if (generation.id !== last) {
      if (last !== null) cache.dropAll()
      last = generation.id
    }
    const bytes = cache.get({ key: `${generation.id} ${path}`, about, position, checkpoints }, async () => {
      const shown = await inSnapshot(readModels, (db) => page.show(db, generation))
      if (!shown) throw notFound(missing)
      return { bytes: Buffer.from(JSON.stringify(shown.answer)), tags: shown.tags }
    })
    return bytes instanceof Promise ? bytes.then((made) => rendered(made, headers)) : rendered(bytes, headers)
  }
  return (request, page) => {
    const moment = momentFor(request, progress)
    return moment instanceof Promise ? moment.then((then) => readAt(then, page)) : readAt(moment, page)
  }
}
