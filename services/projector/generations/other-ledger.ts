import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { beginningOf } from '../../platform/ledger/published-rules.ts'

/** The database's read models belong to another ledger. The message is one line for the operator. */
export class WrongLedgerError extends Error {
  override readonly name = 'WrongLedgerError'
}

/**
 * That the live generation was folded from this very ledger: on another one, or on an empty one, nothing may be founded
 * or appended, since the address is wrong, or the ledger is lost. Throws WrongLedgerError.
 */
export async function refuseOtherLedger(database: Database, ledger: Ledger): Promise<void> {
  const live = await readLiveGeneration(database)
  if (!live) return
  const { created } = await beginningOf(ledger)
  if (created?.ledgerId === live.ledgerId) return
  throw new WrongLedgerError(
    `The read models in this database were folded from ledger ${live.ledgerId}, but ${created ? `this is ledger ${created.ledgerId}` : 'this ledger is empty'} (${ledger.engine}): is the address of the ledger right?`,
  )
}
