import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash } from '../ids.ts'

const count = z.int().min(0)

/** What a play of a chart must have: facts that the same hash may have several of. `rows`: judged ones. */
export const chartCounts = z.object({ rows: count, holds: count, rolls: count, mines: count })
export type ChartCounts = z.infer<typeof chartCounts>

/** A chart as its simfile has it. */
export const processedChart = z.object({
  hash: chartHash,
  stepsType: z.string(),
  difficulty,
  meter: z.int().nullable(),
  description: z.string(),
  chartName: z.string(),
  stepartist: z.string(),
  /** Seconds, to the last note. */
  length: z.number(),
  /** As players see it: `120`, `90-180` or `?`. */
  displayBpm: z.string(),
  bpms: z.object({ min: z.number(), max: z.number() }),
  counts: chartCounts,
  /** Further counts by their names, as `jumps`. */
  radar: z.record(z.string(), count),
  peakNps: z.number(),
  /** Notes per second, measure by measure: [seconds, notes per second]. */
  nps: z.array(z.tuple([z.number(), z.number()])),
  /** Its runs of 16ths, 20ths, 24ths, 32nds: in measures, and as players write them, short and with the breaks. */
  streams: z.array(
    z.object({ unit: count, measures: count, breaks: count, brief: z.string(), detailed: z.string() }),
  ),
  /** SHA-256 of the steps as a preview draws them, 64 hex digits; null where they were too many. */
  steps: z.string().nullable(),
})
export type ProcessedChart = z.infer<typeof processedChart>

/** Something of a pack that was left out, and why. */
export const leftOut = z.object({ name: z.string(), reason: z.string() })
export type LeftOut = z.infer<typeof leftOut>
