import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { packNewsSince } from '@stepledger/projections/catalogue/pack-news.ts'
import { latestPackNews } from '@stepledger/projections/catalogue/pack-news-reads.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { inSnapshot } from '../../platform/database/read-models.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf, type News, news } from './news.ts'

export interface PackNews {
  /** By partition, each in the order of the ledger. */
  readonly news: ReadonlyMap<number, readonly News[]>
  /** Events that may tell of packs once they can be folded. */
  readonly parked: readonly Position[]
}

/** Packs of which there is news, at most; and events that are parked. */
const mostNews = 10_000
const mostParked = 1_000

/** What became of packs since a time, all of one moment; nothing while the live generation is of older code. */
export async function packNews(
  { progress, database }: Pick<QueryDeps, 'progress' | 'database'>,
  since: number,
): Promise<PackNews> {
  const found = new Map<number, News[]>()
  const now = progress.current()
  if (!now || now.generation.codeVersion < packNewsSince) return { news: found, parked: [] }
  return inSnapshot(database, async (db) => {
    for (const { partition, offset, at, pack, change, name, songs } of await latestPackNews(
      readable(now.generation, db),
      since,
      mostNews,
    )) {
      const list = found.get(partition) ?? []
      list.push(news('pack', { at: isoOf(at), pack, change, name, songs }, { at, offset }))
      found.set(partition, list)
    }
    return { news: found, parked: await parkedPackEvents(db, now.generation.id) }
  })
}

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** The latest events of packs that a generation can't fold yet. */
export async function parkedPackEvents(db: ReadDatabase, generation: number): Promise<Position[]> {
  const { rows } = await sql`
    select partition, "offset" from projector.parked
    where generation = ${generation} and type in ('PackProcessed', 'PackRenamed', 'PackRemoved')
    order by at desc limit ${mostParked}`.execute(db)
  return positions.parse(rows)
}
