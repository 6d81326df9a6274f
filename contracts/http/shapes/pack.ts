import { z } from 'zod'
import { difficulty } from '../../difficulty.ts'
import { chartHash, numericId } from '../../ids.ts'
import { bannerFields } from './banner.ts'
import { isoTime } from './time.ts'

/** A pack in lists. */
export const packSummary = z.object({
  id: numericId,
  name: z.string(),
  ...bannerFields,
  simfileCount: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type PackSummary = z.infer<typeof packSummary>

/** A chart in the list of a simfile's charts. */
export const simfileChart = z.object({
  hash: chartHash,
  difficulty,
  meter: z.number().nullable(),
  stepsType: z.string(),
})
export type SimfileChart = z.infer<typeof simfileChart>

/** A song of a pack. Charts are ordered Beginner, Easy, Medium, Hard, Challenge, Edit. */
export const simfile = z.object({
  id: numericId,
  title: z.string(),
  subtitle: z.string().nullable(),
  artist: z.string(),
  genre: z.string().nullable(),
  credit: z.string().nullable(),
  ...bannerFields,
  backgroundUrl: z.string().nullable(),
  jacketUrl: z.string().nullable(),
  chartCount: z.int(),
  pack: z.object({ id: numericId, name: z.string() }),
  charts: z.array(simfileChart),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type Simfile = z.infer<typeof simfile>
