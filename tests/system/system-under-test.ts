import type { ServiceName } from '@stepledger/services/service-names.ts'
import type { CommandResult } from './ledger-process.ts'

/** A whole system on either engine. */
export interface SystemUnderTest {
  readonly url: string
  /** Runs the `ledger` command with the database role of a service, where services have their own, or as the owner. */
  ledger(as: ServiceName | 'owner', ...args: string[]): Promise<CommandResult>
  /** Runs `npm run seed -- …` as the owner. */
  seed(...args: string[]): Promise<CommandResult>
  /** Stops every process with SIGTERM; returns the exit codes. */
  stop(): Promise<readonly (number | null)[]>
  /** Removes its files. */
  remove(): Promise<void>
}
