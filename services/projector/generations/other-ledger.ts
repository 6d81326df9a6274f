import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { beginningOf } from '../../platform/ledger/published-rules.ts'

/** The read models in the database belong to another ledger. The message is one line for the operator. */
export class WrongLedgerError extends Error {
  override readonly name = 'WrongLedgerError'
}

/**
 * Checks that the live generation was folded from this ledger. If not, the ledger's URL is wrong or its data is lost, and
 * nothing may be appended to it. Throws WrongLedgerError.
 */
export async function refuseOtherLedger(database: Database, ledger: Ledger): Promise<void> {
  const live = await readLiveGeneration(database)
  if (!live) return
  const { created } = await beginningOf(ledger)
  if (created?.ledgerId === live.ledgerId) return
  throw new WrongLedgerError(
    `The read models in this database were folded from ledger ${live.ledgerId}, but ${created ? `this is ledger ${created.ledgerId}` : 'this ledger is empty'} (${ledger.engine}). Check the ledger's URL.`,
  )
}
