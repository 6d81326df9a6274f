import { sql } from 'kysely'
import { hasFeature } from '../../generation-features.ts'
import type { GenerationDb } from '../../read-database.ts'

/** A pack with charts that wait for a decision. `charts`: their number. */
export interface WaitingPack {
  readonly packId: number
  readonly packName: string
  readonly charts: number
}

/** Returns the packs with waiting charts, by id. */
export async function waitingPacks(generation: GenerationDb, limit: number): Promise<WaitingPack[]> {
  if (!hasFeature(generation, 'sources')) return []
  const { table } = generation
  const { rows } = await sql<WaitingPack>`
    select p.id as "packId", p.name as "packName", count(*)::integer as charts
    from ${table('chart_sources')} w join ${table('packs')} p on p.id = w.pack
    where w.until_at is null and w.decided is null and not w.accepted
    group by p.id, p.name order by p.id limit ${limit}`.execute(generation.db)
  return rows
}
