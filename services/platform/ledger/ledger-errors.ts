/** Backpressure: the append queue in memory is full. The event was not stored; retry later. */
export class LedgerBusyError extends Error {
  override readonly name = 'LedgerBusyError'
}

/**
 * The engine was unavailable until the timeout. The event may or may not be stored: retry under the same id, or report
 * the outcome as unknown.
 */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError'
}
