import type { Queryable } from '@stepledger/projections/queryable.ts'

/** Whether the tables of this generation have no keys and indexes yet, and are being filled in bulk. */
export async function isBare(connection: Queryable, generation: number): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'select from projector.generations where id = $1 and bare',
    values: [generation],
  })
  return rows.length === 1
}
