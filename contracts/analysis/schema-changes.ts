import { z } from 'zod'

export const schemaChange = z.object({
  version: z.int().positive(),
  /** The day from which on series are made so. */
  since: z.iso.date(),
  changes: z.array(z.string()).min(1),
})

/** What changed in the tables, the newest first. Its version stands in each series. */
export const schemaChanges: readonly z.infer<typeof schemaChange>[] = [
  { version: 1, since: '2026-11-22', changes: ['The first version'] },
]
