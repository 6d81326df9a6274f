import type { Batch } from '../batch.ts'
import { faceColumns, type Word } from '../catalogue/face.ts'
import type { WrittenColumn } from '../written-column.ts'

/** Where the bulk stretch of a build puts what is not a row of a read model yet; gone when it is finished. */
interface StagingTable<Row> {
  readonly name: string
  readonly columns: readonly WrittenColumn<Row>[]
}

const position = [
  { name: 'partition', type: 'smallint', value: (at: { partition: number }) => at.partition },
  { name: '"offset"', type: 'bigint', value: (at: { offset: number }) => at.offset },
] as const

/** What plays say of their charts: candidates for the earliest play of each. */
export const stagedFaces: StagingTable<Word> = {
  name: 'staged_faces',
  columns: [...position, ...faceColumns],
}

export const stagedWithdrawals: StagingTable<Batch['withdrawals'][number]> = {
  name: 'staged_withdrawals',
  columns: [
    ...position,
    { name: 'play_id', type: 'bigint', value: (w) => w.playId },
    { name: 'player', type: 'uuid', value: (w) => w.player },
    { name: 'at', type: 'bigint', value: (w) => w.at },
  ],
}

export const stagedErasures: StagingTable<Batch['erasures'][number]> = {
  name: 'staged_erasures',
  columns: [
    ...position,
    { name: 'player', type: 'uuid', value: (e) => e.player },
    { name: 'at', type: 'bigint', value: (e) => e.at },
  ],
}

export const stagedRivals: StagingTable<Batch['rivals'][number]> = {
  name: 'staged_rivals',
  columns: [
    ...position,
    { name: 'player', type: 'uuid', value: (r) => r.player },
    { name: 'rival', type: 'uuid', value: (r) => r.rival },
    { name: 'at', type: 'bigint', value: (r) => r.at },
    { name: 'follows', type: 'boolean', value: (r) => r.follows },
  ],
}

const definitions = [stagedFaces, stagedWithdrawals, stagedErasures, stagedRivals].map(
  ({ name, columns }) => ({
    name,
    columns: columns.map((column) => `${column.name} ${column.type}`).join(', '),
  }),
)

export function createStagingTables(schema: string): string {
  return definitions.map(({ name, columns }) => `create table ${schema}.${name} (${columns})`).join(';\n')
}

export function dropStagingTables(schema: string): string {
  return `drop table ${definitions.map(({ name }) => `${schema}.${name}`).join(', ')}`
}
