import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { WrittenColumn } from '../written-column.ts'

/** Where a build puts what is not a row of a read model yet; gone when the build is finished. */
export interface StagingTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** Where an event lies, for the columns of a staging table. */
export const positionColumns: readonly WrittenColumn<Position>[] = [
  { name: 'partition', type: 'smallint', value: (at) => at.partition },
  { name: '"offset"', type: 'bigint', value: (at) => at.offset },
]
