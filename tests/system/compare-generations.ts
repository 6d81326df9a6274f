import { compareTables } from '@stepledger/services/operator/verify/compare-tables.ts'
import { type Difference, tally } from '@stepledger/services/operator/verify/report.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'

/** Compares all tables of two generations, named by their schemas, row by row, in one snapshot. */
export async function compareGenerations(database: Database, shown: string, expected: string) {
  const client = await database.connect('test')
  try {
    await client.query('begin isolation level repeatable read')
    const differences = tally<Difference>()
    const onTable = () => {}
    const tables = await compareTables({ client, shown, expected, differences, onTable, signal: undefined })
    return {
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      differing: differences.count,
      first: differences.first,
    }
  } finally {
    await client.end()
  }
}
