import { readModels } from '../read-models.ts'
import type { CopiedTable } from './copied-table.ts'

/** Writes batches as raw rows for all tables of a build; finish-bulk.ts derives the final tables from them. */
export function copyWriter(schema: string): CopiedTable {
  const tables = readModels.flatMap(({ build }) => build.copied(schema))
  return {
    add(batch) {
      for (const table of tables) table.add(batch)
    },
    take: () => tables.flatMap((table) => table.take()),
  }
}
