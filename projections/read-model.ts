import type { Batch, PlayFact } from './batch.ts'
import type { CopiedTable, CopyIn } from './bulk/copied-table.ts'
import type { StagingTable } from './bulk/staging-table.ts'
import type { FoldTx, Tables, TablesTx } from './generation.ts'
import type { Table } from './table.ts'

/**
 * A read model: a folder of projections, and one value of this type in the list of read-models.ts. Folds, builds,
 * `verify` and whatever makes or drops tables know read models by this alone; nobody else names a model's tables.
 */
export interface ReadModel {
  readonly tables: readonly Table[]
  /** Statements that make the tables, bare: without keys and indexes. */
  create(schema: string): string
  /** Statements that give them keys and indexes. */
  index(schema: string): string
  /**
   * The hashes and ids that a batch of another partition may be writing about at the same time: they are locked before
   * anything is read.
   */
  shared(into: TablesTx, batch: Batch): readonly string[] | Promise<readonly string[]>
  /** Its part of the one statement that adds new plays; null for none. */
  readonly addPlays: AddPlaysStep | null
  /** Folds the rest of a batch, in the caller's transaction, after new plays were added and plays were taken away. */
  fold(into: TablesTx, batch: Batch, changes: Changes): Promise<void>
  /** How a build fills it. */
  readonly build: BulkBuild
}

/**
 * Common table expressions of the statement that adds new plays to every model. Each part sees the tables as they were
 * before, and the parts of the models before it by name: `accepted` are the new plays, `learned` their charts.
 */
export interface AddPlaysStep {
  /** How many parameters it has. */
  readonly parameters: number
  values(plays: readonly PlayFact[]): readonly unknown[]
  /** `first`: the number of its first parameter. */
  sql(tables: Tables, first: number): string
}

/** A kept play of which something changed. */
export interface ChangedPlay {
  readonly playId: number
  readonly player: string
  readonly chart: string
  /** Ms since 1970. */
  readonly playedAt: number
}

/** What a batch really changed: for the models' folds, and for those who push and drop pages. */
export interface Changes {
  /** Plays that are new: neither seen before nor of an erased player. */
  readonly accepted: readonly PlayFact[]
  /** Known charts whose metadata changed: by another play, or by a pack. */
  readonly retitled: readonly string[]
  /**
   * Kept plays, withdrawn ones included, whose score or place on the boards their chart has changed: a pack says what
   * it holds.
   */
  readonly judged: readonly ChangedPlay[]
  /** Plays withdrawn just now, not before. */
  readonly withdrawn: readonly ChangedPlay[]
  /** Plays deleted because their player was erased, withdrawn ones included. */
  readonly erased: readonly (ChangedPlay & { readonly withdrawn: boolean })[]
  /** Players of whom something else changed than their plays. */
  readonly players: readonly string[]
  /** Packs that changed. */
  readonly packs: readonly number[]
}

/** A build copies what every batch holds into bare tables, then makes the rest out of that. */
export interface BulkBuild {
  /** What it needs beside its own tables, until it is finished. */
  readonly staging: readonly StagingTable[]
  /** What it copies of every batch, into its own tables and those of staging. */
  copied(schema: string): readonly CopiedTable[]
  /** Fills the model's tables, which have no indexes yet, after those of the models before it. */
  finish(build: BuildTx): Promise<void>
}

export interface BuildTx extends FoldTx {
  readonly copy: CopyIn
  /** Runs statements one after the other; between them the live fold gets its turn. */
  run(statements: readonly string[]): Promise<void>
}
