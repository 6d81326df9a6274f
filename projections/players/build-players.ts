import type { Batch } from '../batch.ts'
import { copiedTable, positionColumns } from '../copied-table.ts'
import { erasuresOfBuild } from '../plays/relations.ts'
import type { BuildTx } from '../read-model.ts'
import type { WrittenColumn } from '../written-column.ts'

const rivalColumns: readonly WrittenColumn<Batch['rivals'][number]>[] = [
  ...positionColumns,
  { name: 'player', type: 'uuid', value: (r) => r.player },
  { name: 'rival', type: 'uuid', value: (r) => r.rival },
  { name: 'at', type: 'bigint', value: (r) => r.at },
  { name: 'follows', type: 'boolean', value: (r) => r.follows },
]

export const stagedRivals = { name: 'staged_rivals', columns: rivalColumns }

export function copiedRivals(schema: string) {
  return [copiedTable(schema, stagedRivals, (batch) => batch.rivals)]
}

/** Adds the tombstones of erased players, and fills `rivals`. */
export async function buildPlayers({ schema, run }: BuildTx): Promise<void> {
  const erasures = erasuresOfBuild(schema)
  const rivals = `${schema}.${stagedRivals.name}`
  await run([
    `insert into ${schema}.players (id, plays, erased_at)
     select player, 0, min(at) from ${erasures} group by player`,
    `insert into ${schema}.rivals (player, rival, since)
     select distinct on (player, rival) player, rival, r.at
     from ${rivals} r
     left join (
       select player, rival, max("offset") as unfollowed from ${rivals} where not follows group by player, rival
     ) last using (player, rival)
     where r.follows and r."offset" > coalesce(last.unfollowed, -1)
       and not exists (select from ${erasures} e where e.player in (r.player, r.rival))
     order by player, rival, r."offset"`,
  ])
}
