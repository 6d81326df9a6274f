import type { Route } from '@stepledger/contracts/http/route.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { z } from 'zod'
import type { Ledger } from '../platform/ledger/ledger.ts'
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
export interface Sources {
  readonly players: PlayerDirectory
  readonly ledger: Pick<Ledger, 'at'>
}

/**
 * A page's answer, and the tags of the page cache that invalidate it. `uncached`: it is incomplete, or there are too many
 * like it, such as pages past the end of a list.
 */
export interface PageContent<Answer> {
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
