import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Rankings } from '../platform/rankings/rankings.ts'

/**
 * A consistent read of one generation through the single connection that the snapshot holds. Rankings use the same
 * connection, or Redis.
 */
export interface Snapshot {
  readonly generation: StoredGeneration & GenerationDb
  readonly rankings: Rankings
}

/** Data outside the generations. Each call takes and releases a connection of its own. */
export interface Sources {
  readonly players: PlayerDirectory
  readonly ledger: Pick<Ledger, 'at'>
}

/** A page's answer, and the tags of the page cache that invalidate it. `incomplete`: it is not cached. */
export interface PageContent<Answer> {
  readonly answer: Answer
  readonly tags: readonly string[]
  readonly incomplete?: boolean
}

/**
 * A kind of page, read in two steps. A snapshot holds a connection; if it waited for a second one, concurrent pages
 * could deadlock on the connection pool. So `find` only reads from the snapshot, and `show` runs after its release.
 */
export interface Page<Question, Found, Answer> {
  /** Reads up to hundreds of thousands of rows, so it is rendered one at a time (make-page.ts). */
  readonly slow?: true
  /** Returns null when the page does not exist. */
  find(snapshot: Snapshot, question: Question): Promise<Found | null>
  /** Runs after the snapshot is released. Returns null when the page does not exist. */
  show(found: Found, sources: Sources): Promise<PageContent<Answer> | null> | PageContent<Answer>
}
