import type { Batch } from '../batch.ts'
import { positionColumns } from '../copied-table.ts'
import type { BuildTx } from '../read-model.ts'
import type { WrittenColumn } from '../written-column.ts'
import { buildWithdrawals } from './build-withdrawals.ts'
import { keepFirstPlays } from './keep-first-plays.ts'
import { firstPlays, seenCharts } from './relations.ts'

interface Staged<Row> {
  readonly name: string
  readonly columns: readonly WrittenColumn<Row>[]
}

export const stagedWithdrawals: Staged<Batch['withdrawals'][number]> = {
  name: 'staged_withdrawals',
  columns: [
    ...positionColumns,
    { name: 'play_id', type: 'bigint', value: (w) => w.playId },
    { name: 'player', type: 'uuid', value: (w) => w.player },
    { name: 'at', type: 'bigint', value: (w) => w.at },
    { name: 'wipe', type: 'text', value: (w) => w.wipe },
    { name: 'by', type: 'text', value: (w) => w.by },
    { name: 'reason', type: 'text', value: (w) => w.reason },
    { name: 'reinstates', type: 'boolean', value: (w) => w.reinstates },
  ],
}

export const stagedErasures: Staged<Batch['erasures'][number]> = {
  name: 'staged_erasures',
  columns: [
    ...positionColumns,
    { name: 'player', type: 'uuid', value: (e) => e.player },
    { name: 'at', type: 'bigint', value: (e) => e.at },
  ],
}

/**
 * Deletes the copied plays that the live fold would have rejected or removed, and records for the other models which
 * charts are affected.
 */
export async function buildPlays({ tx, schema, run }: BuildTx): Promise<void> {
  await run([`analyze ${schema}.plays`])
  await keepFirstPlays({ tx, schema })
  await run([
    `create temp table ${firstPlays} on commit drop as
     select distinct on (chart) chart, at, id, partition, "offset" from ${schema}.plays order by chart, at, id`,
    `create temp table ${seenCharts} on commit drop as
     select distinct chart from ${schema}.plays p
     where eligible or exists (select from ${schema}.staged_erasures e where e.player = p.player)`,
    `analyze ${firstPlays}, ${seenCharts}`,
  ])
  await buildWithdrawals({ tx, schema, run })
  await run([`delete from ${schema}.plays p using ${schema}.staged_erasures e where p.player = e.player`])
}
