import { z } from 'zod'
import { difficulty } from '../../difficulty.ts'
import { chartHash } from '../../ids.ts'
import { isoTime } from './time.ts'

const variant = z.object({ format: z.enum(['avif', 'webp']), url: z.string() })

/** The variants of a picture: md is 512 px wide, sm 256. */
export const bannerVariants = z.object({
  original: z.array(variant),
  md: z.array(variant),
  sm: z.array(variant),
  all: z.array(variant),
})

/** The banner fields of packs, songs and charts; null if there is no banner. */
export const bannerFields = {
  banner: bannerVariants.nullable(),
  bannerUrl: z.string().nullable(),
  mdBannerUrl: z.string().nullable(),
  smBannerUrl: z.string().nullable(),
}
export type BannerFields = z.infer<z.ZodObject<typeof bannerFields>>

/** A chart in lists. Difficulty and steps type are null until a pack contains the chart; the meter may be from a play. */
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

/** A simfile that contains the chart, with its pack. */
const chartSimfile = z.object({
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

/** A point of the notes-per-second graph: start of a measure in song seconds, and its notes per second. */
const npsPoint = z.object({ x: z.number(), y: z.number() })

/** A chart with all its data. Fields that come from a simfile are null until a pack contains the chart. */
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
  /** Empty until a pack contains the chart. */
  nps: z.array(npsPoint),
  peakNps: z.number().nullable(),
  /** Streams in the usual notation: `16-8/24`. */
  stream: z.string().nullable(),
  /** URL of the step preview (`packs/step-preview.ts`); null if no pack contains the chart or it exceeds the limit. */
  stepsUrl: z.string().nullable(),
  simfiles: z.array(chartSimfile),
  plays: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type Chart = z.infer<typeof chart>
