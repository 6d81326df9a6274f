import { z } from 'zod'

export const schemaChange = z.object({
  version: z.int().positive(),
  /** First day of series with this version. */
  since: z.iso.date(),
  changes: z.array(z.string()).min(1),
})

/** Versions of the published tables, newest first. Each series names its version. */
export const schemaChanges: readonly z.infer<typeof schemaChange>[] = [
  {
    version: 2,
    since: '2026-11-24',
    changes: [
      'Counts and means over players, with noise, replace rows of plays and exact sums; a player counts once in each number',
      'plays was replaced by scores, which counts players by result; rows of single plays and players, and their pseudonyms, were removed',
      'timing has segments of charts, offsets a histogram, sessions three parts, players one row per level, event_standings ranges of points of closed events',
      'New: progress, retention, hours, countries',
    ],
  },
  { version: 1, since: '2026-11-22', changes: ['First version'] },
]
