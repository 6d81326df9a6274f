import { repeatedIdentities } from '@stepledger/projections/plays/identities.ts'
import type pg from 'pg'
import { maxListed, type Tally } from './report.ts'

/** Checks that play ids and contents per player are unique, without relying on indexes. */
export async function checkIdentities(tx: pg.Client, schema: string, faults: Tally<string>): Promise<void> {
  const { ids, contents } = await repeatedIdentities(tx, schema, maxListed)
  for (const id of ids) faults.add(`play ${id} is shown more than once`)
  for (const { player, ids } of contents)
    faults.add(`plays ${ids.join(', ')} of player ${player} have the same content`)
}
