import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type { Chart } from '@stepledger/contracts/http/shapes/chart.ts'
import type { GenerationDb } from '../read-database.ts'
import { bannerOf } from './banner.ts'

/** Limit of songs shown per chart; a chart is seldom in more than three. */
const maxSimfiles = 50

/** Returns the accepted songs that contain a chart, with their packs, by pack name. */
export async function simfilesOfChart(generation: GenerationDb, hash: string): Promise<Chart['simfiles']> {
  const rows = await generation.db
    .selectFrom('simfile_charts as c')
    .innerJoin('simfiles as s', 's.id', 'c.simfile')
    .innerJoin('packs as p', 'p.id', 's.pack')
    .select([
      's.id',
      's.title',
      's.subtitle',
      's.artist',
      's.credit',
      's.banner',
      'c.difficulty',
      'c.meter',
      'c.steps_type',
      'c.description',
      'p.id as pack_id',
      'p.name as pack_name',
      'p.banner as pack_banner',
    ])
    .where('c.hash', '=', hash)
    .where('s.listed', '=', true)
    .where('c.accepted', '=', true)
    .orderBy('p.name_key')
    .orderBy('s.id')
    .orderBy('c.nth')
    .limit(maxSimfiles)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    subtitle: row.subtitle || null,
    artist: row.artist,
    credit: row.credit || null,
    difficulty: difficulty.parse(row.difficulty),
    meter: row.meter,
    stepsType: row.steps_type,
    description: row.description || null,
    ...bannerOf(row.banner),
    pack: { id: row.pack_id, name: row.pack_name, ...bannerOf(row.pack_banner) },
  }))
}
