import type { Route } from '@stepledger/contracts/http/route.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import PQueue from 'p-queue'
import type { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import { inSnapshot } from '../read-models.ts'
import type { Rankings } from './rankings.ts'

/**
 * A consistent read of one generation through the single connection that the snapshot holds. Rankings use the same
 * connection, or Redis.
 */
export interface Snapshot {
  readonly generation: StoredGeneration & GenerationDb
  readonly rankings: Rankings
}

/** Data outside the generations. Each call takes and releases a connection of its own. */
interface Sources {
  readonly players: PlayerDirectory
  readonly ledger: Pick<Ledger, 'at'>
}

/**
 * A page's answer, and the tags of the page cache that invalidate it. `uncached`: it is incomplete, or there are too many
 * like it, such as pages past the end of a list.
 */
interface PageContent<Answer> {
  readonly answer: Answer
  readonly tags: readonly string[]
  readonly uncached?: boolean
}

/** The second step of a page. Returns null when the page does not exist. */
type ShowPage<Answer> = (sources: Sources) => Promise<PageContent<Answer> | null> | PageContent<Answer>

/**
 * A kind of page, read in two steps. A snapshot holds a connection; if it waited for a second one, concurrent pages
 * could deadlock on the connection pool. So the first step only reads from the snapshot, and the function that it returns
 * runs after the release, when the snapshot throws. Returns null when the page does not exist.
 */
export type Page<Question, Answer> = (
  snapshot: Snapshot,
  question: Question,
) => Promise<ShowPage<Answer> | null>

export type QuestionOf<R extends Pick<Route, 'params' | 'query'>> = z.output<R['params']> &
  z.output<R['query']>

/** The same for a page that is personal to the caller, `player`. */
export type OwnQuestionOf<R extends Pick<Route, 'params' | 'query'>> = QuestionOf<R> & {
  readonly player: string
}

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
