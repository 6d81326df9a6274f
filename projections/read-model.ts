import type { Batch, PlayFact } from './batch.ts'
import type { CopiedTable, CopyIn, StagingTable } from './copied-table.ts'
import type { FoldTx, Tables, TablesTx } from './generation.ts'
import type { TableDefinitions } from './table.ts'

/**
 * A read model: a folder of projections, and one value of this type in the list of fold/read-models.ts. Folds, builds and
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
  shared?(into: TablesTx, batch: Batch): readonly string[] | Promise<readonly string[]>
  /** Its tables that follow from the attempts of each player on each chart. */
  readonly derived?: readonly DerivedTable[]
  readonly counts?: readonly Count[]
  /** What needs other players' rows, or tables that were derived. */
  readonly follow?: readonly (FollowingTable | FollowingStatement)[]
  /**
   * Folds the rest of a batch, in the caller's transaction, after the models before it; all but the base models after the
   * tables were derived. `changes` are those so far; returns what this model changed, which replaces them.
   */
  fold?(into: FoldTx, batch: Batch, changes: Changes): Promise<Partial<Changes>>
  /** Fills the rest of its tables in a bulk build. */
  readonly build?: BulkBuild
}

/** A table whose rows a query computes: the rows of a scope are computed again, and written where they differ. */
export interface Computed {
  readonly table: string
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** Its other columns, of which the first is never null. */
  readonly values: readonly [string, ...string[]]
}

/** A table with the columns chart and player that follows from the attempts of each player on each chart. */
export interface DerivedTable extends Computed {
  /**
   * How the rows of later attempts join those of earlier ones. An order: of each key, the first row in this order remains.
   * `append`: a row has the time `at` of its attempt, which affects no row before it; the key is chart, player, system,
   * at, play_id.
   */
  readonly merge: 'append' | { readonly order: string }
  /** SQL: its rows, for a relation of attempts. It may have only some attempts of a pair: those since a time. */
  query(attempts: string, tables: Tables): string
}

/** A table of counts. From one declaration a fold adds and subtracts, and a build counts. */
export interface Count {
  readonly table: string
  /** Its key columns, each with its SQL for a row of `from`. */
  readonly key: Readonly<Record<string, string>>
  /**
   * Its counts, each with the SQL of its increment: an aggregate of rows that have `n`, which is 1 if they were added and
   * -1 if they were removed. The first one decides whether a row is empty.
   */
  readonly sums: Readonly<Record<string, string>>
  /** Empty rows are deleted, or are kept, or other statements insert and delete all rows. */
  readonly rows?: 'kept' | 'given'
  /** Further columns of a new row, each with its SQL for the tables that are joined to the new row, `counted`. */
  readonly also?: { readonly columns: Readonly<Record<string, string>>; join(schema: string): string }
  /** SQL: what is counted. */
  from(sources: CountSources, tables: Tables): string
}

/** SQL relations whose rows are counted, in a column `n`: in a fold what changed, in a build everything. */
export interface CountSources {
  /** Plays: player, chart, played_at, rows, seconds. Withdrawn ones have an `n` of 0. */
  readonly plays: string
  /** The rows of a derived table: its key and the first of its other columns. */
  rowsOf(table: string): string
  /** The charts that have a board, even an empty one: chart. Without `n`. */
  readonly seenCharts: string
}

/** A table that follows from the rows of several players, or of other tables. */
export interface FollowingTable extends Computed {
  /**
   * SQL: what is computed again after plays changed. `touched` has a row for each of their players and charts: chart,
   * player, `played_at` of the earliest, `seen` (one counts or counted), `since` (earlier attempts are as they were).
   */
  scope(tables: Tables, touched: string): string
  /** SQL condition: the stored row `o` is in the row `s` of the scope. */
  readonly stored: string
  /** SQL: the rows of a scope. */
  query(scope: string, tables: Tables): string
  /** SQL: the statement that fills the table in a build before it has indexes, if the query for everything would take long. */
  fill?(tables: Tables): string
  /** The column with the player who alone may know of a row. */
  readonly tells?: string
}

/** A statement that runs after plays changed, and after the tables were derived. */
export interface FollowingStatement {
  write(tables: Tables, touched: string): string
  readonly skippedInBuilds?: true
}

export interface ChangedPlay {
  readonly playId: number
  readonly player: string
  readonly chart: string
  /** Ms since 1970. */
  readonly playedAt: number
}

/** A stored play that is counted now, or no longer. */
export interface CountedPlay extends ChangedPlay {
  /** Judged rows. */
  readonly rows: number
  /** Time played. */
  readonly seconds: number
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
  /** Known charts whose metadata changed, by another play or by a pack. */
  readonly retitled: readonly string[]
  /** Stored plays, including withdrawn ones, whose score or eligibility changed because a pack defined their chart. */
  readonly judged: readonly RescoredPlay[]
  /** Plays withdrawn by this batch, without those withdrawn before. */
  readonly withdrawn: readonly CountedPlay[]
  /**
   * Withdrawn plays that this batch reinstated. A play that the batch withdrew and reinstated, or the reverse, is in both
   * lists, so counts add this list before they subtract the other.
   */
  readonly reinstated: readonly CountedPlay[]
  /** Plays deleted because their player was erased, including withdrawn ones. */
  readonly erased: readonly (CountedPlay & { readonly withdrawn: boolean })[]
  /** Players whose profile data changed, apart from their plays. */
  readonly players: readonly string[]
  /** Players for whom something changed that only they may know: their rivals, their notifications. */
  readonly privately: readonly string[]
  readonly packs: readonly number[]
}

export const noChanges: Changes = {
  accepted: [],
  unverified: [],
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
interface BulkBuild {
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
