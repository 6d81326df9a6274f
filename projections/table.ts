/**
 * A table of a read model, as `verify` compares it: by key, every column but the ones that depend on how events fell into batches.
 */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly notCompared?: readonly string[]
}
