import { z } from 'zod'
import { difficulty } from '../../difficulty.ts'
import { chartHash } from '../../ids.ts'
import { bannerFields } from './banner.ts'
import { isoTime } from './time.ts'

/**
 * A chart as lists show it. Difficulty and steps type are known once a pack brought the chart; the meter may come from
 * a play.
 */
export const chartSummary = z.object({
  hash: chartHash,
  title: z.string(),
  artist: z.string(),
  difficulty: difficulty.nullable(),
  meter: z.number().nullable(),
  stepsType: z.string().nullable(),
  ...bannerFields,
})
export type ChartSummary = z.infer<typeof chartSummary>

/** A simfile that holds the chart, with its pack. */
export const chartSimfile = z.object({
  id: z.int(),
  title: z.string(),
  subtitle: z.string().nullable(),
  artist: z.string(),
  credit: z.string().nullable(),
  difficulty: difficulty.nullable(),
  meter: z.number().nullable(),
  stepsType: z.string().nullable(),
  description: z.string().nullable(),
  ...bannerFields,
  pack: z.object({ id: z.int(), name: z.string(), ...bannerFields }),
})

/**
 * A point of the notes-per-second graph: seconds into the song, and notes per second in the measure that begins there.
 */
const npsPoint = z.object({ x: z.number(), y: z.number() })

/** A chart whole. What only a pack can tell is null until one brought it. `plays`: how many plays of it are kept. */
export const chart = z.object({
  ...chartSummary.shape,
  songName: z.string(),
  /** The meter. */
  rating: z.number().nullable(),
  /** Seconds. */
  length: z.number().nullable(),
  stepartist: z.string().nullable(),
  description: z.string().nullable(),
  chartName: z.string().nullable(),
  credit: z.string().nullable(),
  chartBpms: z.string().nullable(),
  radarValues: z.record(z.string(), z.number()).nullable(),
  /** Notes per second over the song; none while no pack has brought it. */
  nps: z.array(npsPoint),
  peakNps: z.number().nullable(),
  /** As players write it, `16-8/24`. */
  stream: z.string().nullable(),
  /**
   * Where its steps lie as a preview draws them (`packs/step-preview.ts`); null while no pack has brought them, or
   * where they were too many.
   */
  stepsUrl: z.string().nullable(),
  simfiles: z.array(chartSimfile),
  plays: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type Chart = z.infer<typeof chart>
