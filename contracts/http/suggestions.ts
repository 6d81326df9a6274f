import { z } from 'zod'
import { numericId } from '../ids.ts'
import { grade } from '../rules/grade-names.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'

/** Charts in each list of suggestions. */
export const suggestedCharts = 10

/** Only this many of the caller's charts, those with the latest bests, are compared. */
export const comparedBests = 1_000

/** Only this many rivals, the last to play, are compared. */
export const comparedRivals = 20

/** Percentage points, more than 0 unless a tie is to be broken. */
const points = z.string().regex(/^\d{1,3}\.\d{2}$/)

const own = { chart: chartSummary, playId: numericId, score: percent }

/** A chart on which the caller is `points` of `leaderboard` short of the next grade. */
const nextGrade = z.object({ ...own, grade, next: grade, leaderboard: boardName, points })
export type NextGrade = z.infer<typeof nextGrade>

/** A chart on which the caller is `points` short of passing `user`. */
const nextRival = z.object({
  ...own,
  user: playerName,
  theirs: percent,
  theirPlayId: numericId,
  points,
})

/**
 * `meter`: the caller's level, the median of the charts with the latest bests; null without any. `unplayed`: charts of
 * that meter, one more or one less, most played first. The other lists: smallest difference first.
 */
const suggestions = z.object({
  leaderboard: boardName,
  meter: z.int().nullable(),
  unplayed: z.array(z.object({ chart: chartSummary, plays: z.int() })).max(suggestedCharts),
  grades: z.array(nextGrade).max(suggestedCharts),
  rivals: z.array(nextRival).max(suggestedCharts),
})
export type Suggestions = z.infer<typeof suggestions>

export const getSuggestions = route('getSuggestions', 'GET /api/suggestions', {
  access: 'session',
  summary:
    'Suggest charts to play: unplayed ones of the level of the caller, those closest to the next grade, and those closest to passing a rival',
  query: onBoard,
  answer: suggestions,
})
