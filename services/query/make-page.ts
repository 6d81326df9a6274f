import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import PQueue from 'p-queue'
import type { Database } from '../platform/database/database.ts'
import { inSnapshot } from '../platform/database/read-models.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Rankings } from '../platform/rankings/rankings.ts'
import type { Page, Shown, Sources } from './page.ts'

/** Makes a page of a question in a generation; null where there is none. Rejects with 503 when too many wait. */
export type MakePage = <Question, Found, Answer>(
  page: Page<Question, Found, Answer>,
  question: Question,
  generation: StoredGeneration,
) => Promise<Shown<Answer> | null>

export interface PageMakerDeps extends Sources {
  readonly database: Database
  readonly rankings: Rankings
}

/**
 * Snapshots held at once: fewer than there are connections for pages, so that names and events of the ledger never wait
 * for them.
 */
export const snapshotsAtOnce = 8

/** Pages that may wait for a snapshot: at one or two milliseconds each, the last one waits for about two seconds. */
export const mostPages = 1_000

/** Reads pages, each in a snapshot of its own, a few at a time. */
export function pageMaker({ database, rankings, ...sources }: PageMakerDeps): MakePage {
  const snapshots = new PQueue({ concurrency: snapshotsAtOnce })
  return async (page, question, generation) => {
    if (snapshots.size >= mostPages) {
      throw new HttpError(503, 'Too many pages are being made', { headers: { 'retry-after': '1' } })
    }
    const found = await snapshots.add(() =>
      inSnapshot(database, (db) => page.find({ generation: readable(generation, db), rankings }, question)),
    )
    return found === null ? null : page.show(found, sources)
  }
}
