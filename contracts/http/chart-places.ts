import { z } from 'zod'
import { chartHash } from '../ids.ts'
import { maxRivals } from '../rivals/max-rivals.ts'
import { route } from './route.ts'
import { leaderboardEntry } from './shapes/leaderboard.ts'
import { boardName } from './shapes/score.ts'

/** The caller on one board. `next`: the entry directly above. `rivals`: the caller's rivals on the board, by rank. */
export const chartPlace = z.object({
  leaderboard: boardName,
  id: z.int(),
  total: z.int().min(0),
  own: leaderboardEntry.nullable(),
  next: leaderboardEntry.nullable(),
  rivals: z.array(leaderboardEntry).max(maxRivals),
})
export type ChartPlace = z.infer<typeof chartPlace>

export const chartPlaces = z.object({ hash: chartHash, places: z.array(chartPlace) })
export type ChartPlaces = z.infer<typeof chartPlaces>

export const getChartPlaces = route('getChartPlaces', 'GET /api/chart/:hash/places', {
  access: 'session',
  summary:
    'Get the ranks of the caller and their rivals on the boards of a chart. Boards of a chart without plays are empty',
  params: z.object({ hash: chartHash }),
  answer: chartPlaces,
})
