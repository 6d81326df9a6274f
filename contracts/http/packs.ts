import { z } from 'zod'
import { numericId, numericIdText } from '../ids.ts'
import { route } from './route.ts'
import { listPage, listQuery } from './shapes/listing.ts'
import { packSummary, simfile } from './shapes/pack.ts'
import { recentPlay } from './shapes/recent-play.ts'

/** Number of recent plays on a pack's page. */
export const packRecentPlays = 10

export const packsQuery = listQuery(['name', 'createdAt'])
export type PacksQuery = z.infer<typeof packsQuery>

export const packsPage = listPage(packSummary, packsQuery.pick({ search: true }))
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

export const simfilesPage = listPage(simfile, z.object({ search: z.string(), packId: numericId.optional() }))
export type SimfilesPage = z.infer<typeof simfilesPage>

export const listSimfiles = route('listSimfiles', 'GET /api/simfiles', {
  summary: 'List the songs of all packs or of one, with search, sort order and pagination',
  query: simfilesQuery,
  answer: simfilesPage,
})
