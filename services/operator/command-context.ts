import type { Config } from '../platform/config/config.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { Store } from './store.ts'

/** What every command is given. */
export interface CommandContext {
  readonly output: Output
  /**
   * Opens the ledger of the configuration, does the work there, and lets go of it. What `work` answers is the exit
   * code.
   */
  readonly run: (work: (store: Store, config: Config) => Promise<ExitCode>) => Promise<void>
  /** Does work that needs the configuration alone, and opens nothing. */
  readonly runOnConfig: (work: (config: Config) => Promise<ExitCode>) => Promise<void>
  /** The built program that exports in a process of its own; null exports in this one. */
  readonly exportWorker: URL | null
  /** The built thread that makes plays for `seed`; null makes them on this one. */
  readonly seedWorker: URL | null
}
