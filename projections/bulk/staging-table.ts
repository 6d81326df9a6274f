import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { WrittenColumn } from '../written-column.ts'

/** A temporary table of a build for rows that are not part of a read model yet; dropped when the build is finished. */
export interface StagingTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** Position columns of a staging table. */
export const positionColumns: readonly WrittenColumn<Position>[] = [
  { name: 'partition', type: 'smallint', value: (at) => at.partition },
  { name: '"offset"', type: 'bigint', value: (at) => at.offset },
]
