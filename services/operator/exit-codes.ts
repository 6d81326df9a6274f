/** What the command's exit code says. */
export const exitCodes = {
  fine: 0,
  /**
   * It was done, and something is wrong: rows that differ, no such play, an event that can't be folded, a confirmation
   * refused.
   */
  wrong: 1,
  /** The command line or the environment makes no sense. */
  usage: 2,
  /** It could not be done: no ledger there, the database out of reach, the data folder in use. */
  unable: 3,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodesHelp = `
Exit codes:
  0    fine
  1    something is wrong: rows that differ, no such play or player, an event that can't be folded, not confirmed
  2    wrong usage: the command line or the environment
  3    could not be done: no ledger there, the database out of reach, the data folder in use
  130  interrupted`

/** The command line makes no sense. The message says what, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command could not do its work. The message says why, in one line. */
export class UnableError extends Error {
  override readonly name = 'UnableError'
}
