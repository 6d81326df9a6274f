import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Rankings } from '../platform/rankings/rankings.ts'

/**
 * One moment of one generation, read through the one connection that the snapshot holds. Rankings read through it too,
 * or from Redis.
 */
export interface Snapshot {
  readonly generation: StoredGeneration & GenerationDb
  readonly rankings: Rankings
}

/** What lies outside the generations. Each question takes a connection for itself, and gives it back. */
export interface Sources {
  readonly players: PlayerDirectory
  readonly ledger: Pick<Ledger, 'at'>
}

/** A page's answer with what it shows, as tags of the page cache. */
export interface Shown<Answer> {
  readonly answer: Answer
  readonly tags: readonly string[]
}

/**
 * A kind of page, read in two steps. A snapshot holds a connection; if it waited for a second one, as many pages at
 * once as there are connections would wait for each other. So what is read in the snapshot has only the snapshot, and
 * the sources come after it.
 */
export interface Page<Question, Found, Answer> {
  /** Null where there is no such page. */
  find(snapshot: Snapshot, question: Question): Promise<Found | null>
  /** After the connection was given back. Null where there is no such page. */
  show(found: Found, sources: Sources): Promise<Shown<Answer> | null> | Shown<Answer>
}
