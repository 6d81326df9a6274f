import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'

/** Returns the charts of the stored plays that the batch withdraws or erases. */
export async function chartsOfChangedPlays({ tx, schema }: TablesTx, batch: Batch): Promise<string[]> {
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
