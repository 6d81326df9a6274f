/** More is waiting to be appended than the ledger will hold in memory. Nothing of it was stored; come again later. */
export class LedgerBusyError extends Error {
  override readonly name = 'LedgerBusyError'
}

/**
 * The engine was away for too long. The event may be stored or not: append it again under the same id, or say that you
 * don't know.
 */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError'
}
