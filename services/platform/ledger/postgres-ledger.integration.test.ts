import { postgresForTests } from '../../../scripts/services.ts'
import { openDatabase } from '../database/database.ts'
import { appendStatement } from './append-batch.ts'
import { partitionOf } from './ledger.ts'
import { postgresLedger } from './postgres-ledger.ts'
import { ledgerContract } from './testing/contract-suite.ts'

ledgerContract('Postgres', true, async () => {
  const { url, stop } = await postgresForTests()
  const database = openDatabase({ url, maxConnections: 2 })
  const open = async () => {
    const database = openDatabase({ url, maxConnections: 4 })
    const ledger = await postgresLedger({ database, pollMs: 60_000 })
    return {
      ...ledger,
      async close() {
        await ledger.close()
        await database.close()
      },
    }
  }
  const ledger = await open()
  return {
    ledger,
    reopen: open,
    async slowAppend(topic, event) {
      const client = await database.connect('slow transaction')
      await client.query('BEGIN')
      const partition = partitionOf(ledger.partitions[topic], event.key)
      const { query, positionsOf } = appendStatement(topic, 'ledger', [{ ...event, partition }])
      const { rows } = await client.query(query)
      const [position] = positionsOf(rows)
      return {
        async commit() {
          await client.query('COMMIT')
          await client.end()
          if (!position) throw new Error('nothing was appended')
          return position
        },
      }
    },
    async close() {
      await ledger.close()
      await database.close()
      await stop()
    },
  }
})
