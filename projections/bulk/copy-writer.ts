import type { Batch } from '../batch.ts'
import { readModels } from '../read-models.ts'
import type { Copy } from './copied-table.ts'

/**
 * Writes batches as rows for the bare tables of a build, as they are: what they come to is found at its end
 * (finish-bulk.ts).
 */
export interface CopyWriter {
  add(batch: Batch): void
  /** What was added since it was last asked. */
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
