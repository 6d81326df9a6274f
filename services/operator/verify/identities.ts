import type pg from 'pg'
import { z } from 'zod'
import { maxListed, type Tally } from './report.ts'

const twiceById = z.array(z.object({ id: z.int() }))
const twiceByContent = z.array(z.object({ player: z.string(), ids: z.array(z.int()) }))

/** No id is shown twice, and no two plays of one player have the same content, whatever the indexes say. */
export async function checkIdentities(tx: pg.Client, schema: string, faults: Tally<string>): Promise<void> {
  const byId = await tx.query(
    `select id from ${schema}.plays group by id having count(*) > 1 order by id limit ${maxListed}`,
  )
  for (const { id } of twiceById.parse(byId.rows)) faults.add(`play ${id} is shown more than once`)
  const byContent = await tx.query(
    `select player, array_agg(id order by id) as ids from ${schema}.plays
     group by player, fingerprint having count(*) > 1 order by min(id) limit ${maxListed}`,
  )
  for (const { player, ids } of twiceByContent.parse(byContent.rows))
    faults.add(`plays ${ids.join(', ')} of player ${player} have the same content`)
}
