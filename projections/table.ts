/** A table of a read model. `verify` compares it by key, without the columns that depend on how events were batched. */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly notCompared?: readonly string[]
  /** Written asynchronously after the transaction of a batch: `verify` compares it in a separate way. */
  readonly follows?: true
}

/**
 * Returns the statement that excludes columns from statistics: they are only returned, never searched, and list columns
 * dominate the cost of ANALYZE.
 */
export function notAnalyzed(schema: string, table: string, columns: readonly string[]): string {
  return `alter table ${schema}.${table} ${columns.map((name) => `alter ${name} set statistics 0`).join(', ')}`
}
