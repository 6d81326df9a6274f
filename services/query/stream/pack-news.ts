import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { latestPackNews } from '@stepledger/projections/catalogue/pack-news-reads.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { inSnapshot } from '../../read-models.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { type News, news } from './news.ts'

export interface PackNews {
  /** By partition, each in the order of the ledger. */
  readonly news: ReadonlyMap<number, readonly News[]>
  /** Parked events that may produce news of packs once they are folded. */
  readonly parked: readonly Position[]
}

const maxNews = 10_000
const maxParkedEvents = 1_000

/** The latest news of each pack since a time, as one snapshot. */
export async function packNews(
  { progress, database }: Pick<QueryDeps, 'progress' | 'database'>,
  since: number,
): Promise<PackNews> {
  const byPartition = new Map<number, News[]>()
  const now = progress.current()
  if (!now) return { news: byPartition, parked: [] }
  return inSnapshot(database, async (db) => {
    for (const { partition, offset, at, pack, change, name, songs } of await latestPackNews(
      readable(now.generation, db),
      since,
      maxNews,
    )) {
      const list = byPartition.get(partition) ?? []
      list.push(news('pack', { at: isoOf(at), pack, change, name, songs }, { at, offset }))
      byPartition.set(partition, list)
    }
    return { news: byPartition, parked: await parkedPackEvents(db, now.generation.id) }
  })
}

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** The latest parked events of packs of a generation. */
export async function parkedPackEvents(db: ReadDatabase, generation: number): Promise<Position[]> {
  const { rows } = await sql`
    select partition, "offset" from projector.parked
    where generation = ${generation} and type in ('PackProcessed', 'PackRenamed', 'PackRemoved')
    order by at desc limit ${maxParkedEvents}`.execute(db)
  return positions.parse(rows)
}
