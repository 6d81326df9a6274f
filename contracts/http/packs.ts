import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash, numericId, numericIdText } from '../ids.ts'
import { route } from './route.ts'
import { bannerFields } from './shapes/chart.ts'
import { listPage, listQuery } from './shapes/paging.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { isoTime } from './shapes/time.ts'

/** A pack in lists. */
const packSummary = z.object({
  id: numericId,
  name: z.string(),
  ...bannerFields,
  simfileCount: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type PackSummary = z.infer<typeof packSummary>

/** A chart in the list of a simfile's charts. */
const simfileChart = z.object({
  hash: chartHash,
  difficulty,
  meter: z.number().nullable(),
  stepsType: z.string(),
})
export type SimfileChart = z.infer<typeof simfileChart>

/** A song of a pack. Charts are ordered Beginner, Easy, Medium, Hard, Challenge, Edit. */
const simfile = z.object({
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

/** Number of recent plays on a pack's page. */
export const packRecentPlays = 10

export const packsQuery = listQuery(['name', 'createdAt'])
export type PacksQuery = z.infer<typeof packsQuery>

const packsPage = listPage(packSummary, packsQuery.pick({ search: true }))
export type PacksPage = z.infer<typeof packsPage>

export const listPacks = route('listPacks', 'GET /api/packs', {
  summary: 'List packs, with search, sort order and pagination',
  query: packsQuery,
  answer: packsPage,
})

export const packPage = z.object({ ...packSummary.shape, recentPlays: z.array(recentPlay) })
export type PackPage = z.infer<typeof packPage>

export const getPack = route('getPack', 'GET /api/pack/:id', {
  summary: 'Get a pack with recent plays on its charts',
  params: z.object({ id: numericIdText }),
  answer: packPage,
  errors: [404],
})

export const simfilesQuery = listQuery(['title', 'artist']).extend({ packId: numericIdText.optional() })
export type SimfilesQuery = z.infer<typeof simfilesQuery>

const simfilesPage = listPage(simfile, z.object({ search: z.string(), packId: numericId.optional() }))
export type SimfilesPage = z.infer<typeof simfilesPage>

export const listSimfiles = route('listSimfiles', 'GET /api/simfiles', {
  summary: 'List the songs of all packs or of one, with search, sort order and pagination',
  query: simfilesQuery,
  answer: simfilesPage,
})
