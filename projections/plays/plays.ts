import type { Batch } from '../batch.ts'
import { copiedTable } from '../bulk/copied-table.ts'
import type { TablesTx } from '../generation.ts'
import { isErased } from '../players/tombstones.ts'
import type { ReadModel } from '../read-model.ts'
import { arrayOfColumn, castOf, namesOf, parameterOf } from '../written-column.ts'
import { buildPlays, stagedErasures, stagedWithdrawals } from './build-plays.ts'
import { playColumns } from './play-columns.ts'
import { unverifiedPlays } from './rejudge-plays.ts'
import { removePlays } from './remove-plays.ts'
import { indexPlaysTables, playsTables } from './tables.ts'

/** Every stored play with its score. This model decides which plays are stored; the other models follow. */
export const plays: ReadModel = {
  tables: playsTables,
  index: indexPlaysTables,
  async shared(into, batch) {
    return [...batch.plays.map((play) => play.event.data.chart), ...(await chartsOfChangedPlays(into, batch))]
  },
  addPlays: {
    parameters: playColumns.length,
    values: (sent) => playColumns.map((column) => arrayOfColumn(column, sent)),
    sql: ({ schema }, first) => acceptPlays(schema, first),
  },
  fold: removePlays,
  build: {
    staging: [stagedWithdrawals, stagedErasures],
    copied: (schema) => [
      copiedTable(schema, { name: 'plays', columns: playColumns }, (batch) => batch.plays),
      copiedTable(schema, stagedWithdrawals, (batch) => batch.withdrawals),
      copiedTable(schema, stagedErasures, (batch) => batch.erasures),
    ],
    finish: buildPlays,
  },
}

/**
 * Common table expressions that insert new plays; the parameters, from `first` on, are one list per column. Plays are
 * deduplicated by content: the first in partition order is inserted. Plays of a player who was erased before are
 * dropped. `accepted` are the inserted plays, `unverified` those among them that must be verified against their charts.
 */
function acceptPlays(schema: string, first: number): string {
  const names = namesOf(playColumns)
  return `
    accepted as (
      insert into ${schema}.plays (${names})
      select ${playColumns.map(castOf).join(', ')}
      from unnest(${playColumns.map((column, i) => parameterOf(column, first + i)).join(', ')}) with ordinality as sent(${names}, ordinal)
      where not ${isErased(schema, 'sent.player')}
      order by ordinal
      on conflict do nothing
      returning id, chart, player, at, played_at, rows, seconds, radar, passed, hundredths, grades, eligible, reasons
    ),
    ${unverifiedPlays(schema)}`
}

/** Returns the charts of the stored plays that the batch withdraws or erases. */
async function chartsOfChangedPlays({ tx, schema }: TablesTx, batch: Batch): Promise<string[]> {
  if (batch.withdrawals.length + batch.erasures.length === 0) return []
  const { rows } = await tx.query<{ chart: string }>({
    name: `${schema}_charts_of_gone_v1`,
    text: `
      select chart from ${schema}.plays where id = any($1::bigint[])
      union select chart from ${schema}.plays where player = any($2::uuid[])`,
    values: [batch.withdrawals.map((w) => w.playId), batch.erasures.map((e) => e.player)],
  })
  return rows.map((row) => row.chart)
}
