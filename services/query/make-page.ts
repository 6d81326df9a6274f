import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import PQueue from 'p-queue'
import type { Database } from '../platform/database/database.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { inSnapshot } from '../read-models.ts'
import type { Page, PageContent, Sources } from './page.ts'
import type { Rankings } from './rankings.ts'

/**
 * Renders a page from a generation; null when it does not exist. `slow` pages read up to hundreds of thousands of rows, so
 * they are rendered one at a time. Rejects with 503 when its queue is full.
 */
export type MakePage = <Question, Answer>(
  page: Page<Question, Answer>,
  question: Question,
  generation: StoredGeneration,
  slow?: boolean,
) => Promise<PageContent<Answer> | null>

interface PageMakerDeps extends Sources {
  readonly database: Database
  readonly rankings: Rankings
}

/**
 * Maximum concurrent snapshots. Lower than the size of the page connection pool, so that reads of names and of ledger
 * events never wait for a snapshot.
 */
export const snapshotsAtOnce = 8

/** Maximum pages queued for a snapshot. At 1 to 2 ms each, the last one waits about 2 s. */
export const maxQueuedPages = 1_000

/** Maximum slow pages queued. They are rendered one at a time, so that they never take the snapshots of other pages. */
export const maxQueuedSlowPages = 10

/** Renders each page in a snapshot of its own, with bounded concurrency. */
export function pageMaker({ database, rankings, ...sources }: PageMakerDeps): MakePage {
  const snapshots = new PQueue({ concurrency: snapshotsAtOnce })
  const slowPages = new PQueue({ concurrency: 1 })
  return async (page, question, generation, slow = false) => {
    if (slow ? slowPages.size >= maxQueuedSlowPages : snapshots.size >= maxQueuedPages) {
      throw new HttpError(503, 'The server is overloaded', { headers: { 'retry-after': '1' } })
    }
    const read = () =>
      snapshots.add(() =>
        inSnapshot(database, (db) => page({ generation: readable(generation, db), rankings }, question)),
      )
    const show = await (slow ? slowPages.add(read) : read())
    return (await show?.(sources)) ?? null
  }
}
