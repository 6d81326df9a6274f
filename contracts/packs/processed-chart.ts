import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash } from '../ids.ts'

const count = z.int().min(0)

/**
 * Counts that determine the maximum of a score. Packs may state different counts for one hash. `rows`: judged rows, each
 * once however many arrows it has.
 */
export const chartCounts = z.object({ rows: count, holds: count, rolls: count, mines: count })
export type ChartCounts = Readonly<z.infer<typeof chartCounts>>

/** A chart as read from its simfile. */
export const processedChart = z.object({
  hash: chartHash,
  stepsType: z.string(),
  difficulty,
  meter: z.int().nullable(),
  description: z.string(),
  chartName: z.string(),
  stepartist: z.string(),
  /** Time of the last note, seconds. */
  length: z.number(),
  /** Display text: `120`, `90-180` or `?`. */
  displayBpm: z.string(),
  bpms: z.object({ min: z.number(), max: z.number() }),
  counts: chartCounts,
  /**
   * Counts that are as right: of player 2 of a couple chart, whose `counts` are player 1's; of each player of a routine,
   * where player 1 had all notes until the engine of March 2026.
   */
  otherCounts: z.array(chartCounts).max(2).optional(),
  /** Further counts by name, such as `jumps`. */
  radar: z.record(z.string(), count),
  peakNps: z.number(),
  /** For each measure: start in seconds, notes per second. */
  nps: z.array(z.tuple([z.number(), z.number()])),
  /**
   * Streams by note length (`unit`: 16, 20, 24 or 32): number of measures, and the usual notation without (`brief`) and
   * with breaks (`detailed`).
   */
  streams: z.array(
    z.object({ unit: count, measures: count, breaks: count, brief: z.string(), detailed: z.string() }),
  ),
  /** SHA-256 of the step preview, hex; null if the chart exceeds its limit. */
  steps: z.string().nullable(),
})
export type ProcessedChart = z.infer<typeof processedChart>

/** A part of a pack that was skipped, with the reason. */
export const leftOut = z.object({ name: z.string(), reason: z.string() })
export type LeftOut = z.infer<typeof leftOut>
