import { z } from 'zod'
import { numericId } from '../../ids.ts'
import { grade } from '../../rules/grade-names.ts'
import { chartSummary } from './chart.ts'
import { playerName } from './recent-play.ts'
import { boardName, boardReason, percent } from './score.ts'
import { isoTime } from './time.ts'

const point = z.object({ x: z.number(), y: z.number() })

/** The score of a play in one scoring system. `counts`: it is ranked there. */
export const playScore = z.object({
  leaderboard: boardName,
  id: z.int(),
  counts: z.boolean(),
  data: z.object({
    score: percent,
    grade,
    judgments: z.record(z.string(), z.int()),
    judgmentsOrdered: z.array(z.object({ name: z.string(), value: z.int() })),
    radar: z.object({
      holdsHeld: z.int(),
      holdsTotal: z.int(),
      minesDodged: z.int(),
      minesTotal: z.int(),
      rollsHit: z.int(),
      rollsTotal: z.int(),
    }),
    windows: z.array(z.object({ name: z.string(), seconds: z.number() })),
  }),
})
export type PlayScore = z.infer<typeof playScore>

/** Offsets in milliseconds, without misses; null if all rows were missed. `deviation`: population standard deviation. */
const timingStatistics = z
  .object({ meanAbsolute: z.number(), mean: z.number(), deviation: z.number(), max: z.number() })
  .nullable()

/** Arrows of a single chart, in the order of the panels. */
export const arrowNames = ['Left', 'Down', 'Up', 'Right'] as const

/** The timing of the steps on one arrow, without misses. `mean`: ms, late positive. */
const arrowTiming = z.object({
  arrow: z.enum(arrowNames),
  steps: z.int().positive(),
  mean: z.number(),
})
export type ArrowTiming = z.infer<typeof arrowTiming>

/**
 * A play. `speed`: of the arrows, as players write it: `C560`. `modifiers`: the other chosen ones: `35% mini`. `pack` and
 * `stepartist`: as the game sent them. `arrows`: null if the game did not send the arrow of each step. `timingData`: song
 * seconds, then the offset in seconds (late positive) or "Miss". `provisional`: the chart is unknown, so the maximum is
 * calculated from the counts that the game sent. `hasSteps`: false while the ledger can't be read; everything that only the
 * ledger contains is false, null or empty then, from `clockWasWrong` to `peakNps`, except the statistics. `clockWasWrong`:
 * the game dated it before 2001, so it counts as played when it was received.
 */
export const play = z.object({
  id: numericId,
  createdAt: isoTime,
  receivedAt: isoTime,
  user: playerName,
  chart: chartSummary,
  leaderboards: z.array(playScore),
  eligible: z.boolean(),
  reasons: z.array(boardReason),
  provisional: z.boolean(),
  passed: z.boolean().nullable(),
  hasSteps: z.boolean(),
  clockWasWrong: z.boolean(),
  /**
   * Of a failed play whose lifebar ran out: when, in song seconds, and how many steps before it count. Null when all steps
   * count.
   */
  fail: z.object({ at: z.number(), rowsCounted: z.int() }).nullable(),
  rate: z.number().nullable(),
  speed: z.string().max(20).nullable(),
  modifiers: z.array(z.string().max(60)).max(8),
  pack: z.string(),
  stepartist: z.string(),
  arrows: z.array(arrowTiming).max(arrowNames.length).nullable(),
  statistics: timingStatistics,
  timingData: z.array(z.tuple([z.number(), z.union([z.number(), z.literal('Miss')])])),
  lifebarInfo: z.array(point),
  npsData: z.array(point),
  peakNps: z.number().nullable(),
})
export type Play = z.infer<typeof play>
