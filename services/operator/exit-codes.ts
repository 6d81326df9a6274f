export const exitCodes = {
  fine: 0,
  /**
   * The command ran and found a problem: differing rows, an unknown play or player, an event that can't be folded, or a
   * declined confirmation.
   */
  wrong: 1,
  /** Invalid command line or environment. */
  usage: 2,
  /** The command could not run: no ledger, database or Kafka unreachable, data folder in use. */
  unable: 3,
  /** `doctor` found nothing that is wrong now, and something that will be. */
  soon: 4,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodesHelp = `
Exit codes:
  0    success
  1    problem found: differing rows, unknown play or player, an event that can't be folded, not confirmed
  2    invalid command line or environment
  3    could not run: no ledger, database or Kafka unreachable, data folder in use
  4    doctor: something will be wrong soon
  130  interrupted`

/** The command line is invalid. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command could not run. The message is one line with the reason. */
export class CommandFailedError extends Error {
  override readonly name: string = 'CommandFailedError'
}

/** Neither a data folder nor a database is known. */
export class NoLedgerError extends CommandFailedError {
  override readonly name = 'NoLedgerError'
}
