/**
 * A table of a read model, as `verify` compares it: by key, every column but the ones that depend on how events fell
 * into batches.
 */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly notCompared?: readonly string[]
  /** It follows the others, after the transaction of a batch: `verify` compares it in a way of its own. */
  readonly follows?: true
}

/**
 * Columns that are only ever given back: no plan depends on what they hold, and lists cost ANALYZE more than all the
 * rest.
 */
export function notAnalyzed(schema: string, table: string, columns: readonly string[]): string {
  return `alter table ${schema}.${table} ${columns.map((name) => `alter ${name} set statistics 0`).join(', ')}`
}
