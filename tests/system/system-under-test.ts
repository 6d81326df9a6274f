import type { ServiceName } from '@stepledger/services/chosen-services.ts'
import type { CommandResult } from './ledger-command.ts'

/** A whole system, whichever engine it runs on. */
export interface SystemUnderTest {
  readonly url: string
  /**
   * Runs the `ledger` command: where each service has a role of its own, as the container of that one would, or as the
   * owner.
   */
  ledger(as: ServiceName | 'owner', ...args: string[]): Promise<CommandResult>
  /** Stops every process as an operator does; the exit code of each. */
  stop(): Promise<readonly (number | null)[]>
  /** Removes what it wrote. */
  remove(): Promise<void>
}
