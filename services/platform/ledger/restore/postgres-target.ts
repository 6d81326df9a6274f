import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { copyRows } from './copy-rows.ts'
import type { LedgerTarget } from './ledger-target.ts'

const endRows = z.array(z.object({ next: z.int() }))

/** The tables of the ledger, in the transaction of `tx`. */
export function postgresTarget(tx: pg.PoolClient): LedgerTarget {
  return {
    async ends(topic: Topic) {
      const { rows } = await tx.query('select next from ledger.ends($1) order by partition', [topic])
      return endRows.parse(rows).map(({ next }) => next)
    },
    async put(topic, first, events) {
      const copying = tx.query(
        copyFrom('copy ledger.events (topic, partition, "offset", key, body) from stdin (format binary)'),
      )
      await pipeline(Readable.from(copyRows(topic, first, events)), copying)
    },
  }
}
