import type { Batch } from '../batch.ts'
import { readModels } from '../read-models.ts'
import type { Copy } from './copied-table.ts'

/** Writes batches as raw rows for the tables of a build; finish-bulk.ts derives the final tables from them. */
export interface CopyWriter {
  add(batch: Batch): void
  /** Returns and clears the buffered rows. */
  take(): Copy[]
}

export function copyWriter(schema: string): CopyWriter {
  const tables = readModels.flatMap(({ build }) => build.copied(schema))
  return {
    add(batch) {
      for (const table of tables) table.add(batch)
    },
    take: () => tables.flatMap((table) => table.take()),
  }
}
