import type { GenerationDb } from '../read-database.ts'
import type { PackNewsRow } from './pack-news.ts'

/** Returns the changes of packs since a time (ms since 1970), in ledger order per partition. */
export async function latestPackNews(
  { db }: GenerationDb,
  since: number,
  limit: number,
): Promise<Omit<PackNewsRow, 'event'>[]> {
  const rows = await db
    .selectFrom('pack_news')
    .select(['pack', 'partition', 'offset', 'at', 'change', 'name', 'songs'])
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.sort((a, b) => a.partition - b.partition || a.offset - b.offset)
}
