import { z } from 'zod'

export const schemaChange = z.object({
  version: z.int().positive(),
  /** The day from which on series are made so. */
  since: z.iso.date(),
  changes: z.array(z.string()).min(1),
})

/** What changed in the tables, the newest first. Its version stands in each series. */
export const schemaChanges: readonly z.infer<typeof schemaChange>[] = [
  {
    version: 2,
    since: '2026-11-24',
    changes: [
      'Counts and means of players with noise, in the place of rows of plays and exact sums: a player counts once in each number',
      'plays is scores, a count of players by result; rows and pseudonyms of single plays and players are no more',
      'timing holds parts of a chart, offsets a histogram, sessions three parts, players a row for each level, event_standings bands of points of closed events',
      'New: progress, retention, hours, countries',
    ],
  },
  { version: 1, since: '2026-11-22', changes: ['The first version'] },
]
