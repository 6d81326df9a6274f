import type { Batch } from '../batch.ts'
import { copiedTable } from '../copied-table.ts'
import type { TablesTx } from '../generation.ts'
import type { ReadModel } from '../read-model.ts'
import { acceptPlays } from './accept-plays.ts'
import { buildPlays, stagedErasures, stagedWithdrawals } from './build-plays.ts'
import { playColumns } from './play-columns.ts'
import { removePlays } from './remove-plays.ts'
import { indexPlaysTables, playsTables } from './tables.ts'

/** Every stored play with its score. This model decides which plays are stored; the other models follow. */
export const plays: ReadModel = {
  tables: playsTables,
  index: indexPlaysTables,
  async shared(into, batch) {
    return [...batch.plays.map((play) => play.event.data.chart), ...(await chartsOfChangedPlays(into, batch))]
  },
  async fold(into, batch) {
    const added = batch.plays.length > 0 ? await acceptPlays(into, batch.plays) : {}
    return { ...added, ...(await removePlays(into, batch)) }
  },
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

/** Returns the charts of the stored plays that the batch withdraws or erases. */
async function chartsOfChangedPlays({ tx, schema }: TablesTx, batch: Batch): Promise<string[]> {
  if (batch.withdrawals.length + batch.erasures.length === 0) return []
  const { rows } = await tx.query<{ chart: string }>({
    text: `
      select chart from ${schema}.plays where id = any($1::bigint[])
      union select chart from ${schema}.plays where player = any($2::uuid[])`,
    values: [batch.withdrawals.map((w) => w.playId), batch.erasures.map((e) => e.player)],
  })
  return rows.map((row) => row.chart)
}
