import { copiedTable } from '../bulk/copied-table.ts'
import type { ReadModel } from '../read-model.ts'
import { arrayOfColumn } from '../written-column.ts'
import { acceptPlays } from './accept-plays.ts'
import { buildPlays, stagedErasures, stagedWithdrawals } from './build-plays.ts'
import { chartsOfChangedPlays } from './charts-of-changed-plays.ts'
import { playColumns } from './play-columns.ts'
import { removePlays } from './remove-plays.ts'
import { createPlaysTables, indexPlaysTables, playsTables } from './tables.ts'

/**
 * Every stored play with its score. This model decides which plays are stored (accept-plays.ts, remove-plays.ts); the
 * other models follow.
 */
export const plays: ReadModel = {
  tables: playsTables,
  create: createPlaysTables,
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
