import type { Batch } from '../batch.ts'
import { copiedTable, positionColumns } from '../bulk/copied-table.ts'
import { countsIn, fillCounts } from '../play-count.ts'
import { allPlays, erasuresOfBuild, keptPlays } from '../plays/relations.ts'
import type { BuildTx } from '../read-model.ts'
import type { WrittenColumn } from '../written-column.ts'
import { playsByChart } from './count-new-plays.ts'
import { playsByPeriod } from './plays-by-period-and-meter.ts'

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

/** Fills `players`, `player_charts`, `player_periods` and `rivals`. */
export async function buildPlayers({ schema, run }: BuildTx): Promise<void> {
  const erasures = erasuresOfBuild(schema)
  const rivals = `${schema}.${stagedRivals.name}`
  await run([
    `insert into ${schema}.players (id, plays, erased_at)
     select player, count(*) filter (where withdrawn_at is null), null from ${allPlays(schema)} sent group by player
     union all
     select player, 0, min(at) from ${erasures} group by player`,
    `insert into ${schema}.player_charts (player, chart, plays, title_key, search, meter)
     select counted.player, counted.chart, counted.plays, c.title_key, c.search, c.meter
     from (${countsIn(playsByChart, `${keptPlays(schema)} kept`)}) counted
     join ${schema}.charts c on c.hash = counted.chart`,
    fillCounts(
      schema,
      playsByPeriod,
      `${keptPlays(schema)} kept join ${schema}.charts c on c.hash = kept.chart`,
    ),
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
