import type { Batch, PlayFact } from './batch.ts'
import type { CopiedTable, CopyIn, StagingTable } from './bulk/copied-table.ts'
import type { FoldTx, Tables, TablesTx } from './generation.ts'
import type { TableDefinitions } from './table.ts'

/**
 * A read model: a folder of projections, and one value of this type in the list of read-models.ts. Folds, builds and
 * generation management use read models through this interface only. Only a model's folder writes its tables; models after
 * it may read them. docs/recipes.md lists what a new model touches.
 */
export interface ReadModel {
  readonly tables: TableDefinitions
  /** Further statements after its tables were created. */
  alsoCreate?(schema: string): string
  /** Statements that create their keys and indexes. */
  index?(schema: string): string
  /**
   * Names of what batches of other partitions may write concurrently (chart hashes, player ids). They are locked before
   * anything is read.
   */
  shared(into: TablesTx, batch: Batch): readonly string[] | Promise<readonly string[]>
  /** Its common table expressions in the statement that adds new plays; null for none. */
  readonly addPlays: AddPlaysStep | null
  /**
   * Folds the rest of a batch, in the caller's transaction, after its new plays were added and after the models before
   * it. `changes` are theirs so far; returns what this model changed, which replaces theirs.
   */
  fold(into: FoldTx, batch: Batch, changes: Changes): Promise<Partial<Changes>>
  /** Fills the model in a bulk build. */
  readonly build: BulkBuild
}

/**
 * Common table expressions of the statement that adds new plays to every model. Each step reads the tables as they were
 * before the statement, and the expressions of earlier models by name: `accepted` are the new plays, `written_charts` their
 * charts.
 */
export interface AddPlaysStep {
  /** Number of SQL parameters. */
  readonly parameters: number
  values(plays: readonly PlayFact[]): readonly unknown[]
  /** `first`: number of its first parameter. */
  sql(tables: Tables, first: number): string
}

/** A stored play that changed. */
export interface ChangedPlay {
  readonly playId: number
  readonly player: string
  readonly chart: string
  /** Ms since 1970. */
  readonly playedAt: number
}

/** A stored play whose score or eligibility changed. */
export interface RescoredPlay extends ChangedPlay {
  /** It is eligible for boards, or was before. */
  readonly ranked: boolean
}

/** The changes that a batch made: input for the models' folds, for push messages and for cache invalidation. */
export interface Changes {
  /** New plays: neither duplicates nor of an erased player. */
  readonly accepted: readonly PlayFact[]
  /** Ids of the accepted plays whose score may change when they are verified against their chart. */
  readonly unverified: readonly number[]
  /** Ids of the accepted plays that may count and whose players have rivals or are rivals. */
  readonly amongRivals: readonly number[]
  /** Known charts whose metadata changed, by another play or by a pack. */
  readonly retitled: readonly string[]
  /** Stored plays, including withdrawn ones, whose score or eligibility changed because a pack defined their chart. */
  readonly judged: readonly RescoredPlay[]
  /** Plays withdrawn by this batch, without those withdrawn before. */
  readonly withdrawn: readonly ChangedPlay[]
  /**
   * Withdrawn plays that this batch reinstated. A play that the batch withdrew and reinstated, or the reverse, is in both
   * lists, so counts add this list before they subtract the other.
   */
  readonly reinstated: readonly ChangedPlay[]
  /** Plays deleted because their player was erased, including withdrawn ones. */
  readonly erased: readonly (ChangedPlay & { readonly withdrawn: boolean })[]
  /** Players whose profile data changed, apart from their plays. */
  readonly players: readonly string[]
  /** Players for whom something changed that only they may know: their rivals, their notifications. */
  readonly privately: readonly string[]
  /** Packs that changed. */
  readonly packs: readonly number[]
}

export const noChanges: Changes = {
  accepted: [],
  unverified: [],
  amongRivals: [],
  retitled: [],
  judged: [],
  withdrawn: [],
  reinstated: [],
  erased: [],
  players: [],
  privately: [],
  packs: [],
}

/** A build copies the contents of every batch into tables without indexes, then derives the rest with SQL. */
export interface BulkBuild {
  /** Staging tables, dropped when the build is finished. */
  readonly staging: readonly StagingTable[]
  /** The tables that batches are copied into: its own and staging tables. */
  copied(schema: string): readonly CopiedTable[]
  /** Fills the model's tables, which have no indexes yet, after those of the models before it. */
  finish(build: BuildTx): Promise<void>
}

export interface BuildTx extends FoldTx {
  readonly copy: CopyIn
  /** Runs statements in sequence and yields to the live fold between them. */
  run(statements: readonly string[]): Promise<void>
}
