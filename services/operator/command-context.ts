import type { Command } from 'commander'
import type { Config } from '../platform/config/config.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { Store } from './store.ts'

/** Dependencies of every command. */
export interface CommandContext {
  readonly output: Output
  /**
   * Opens the configured ledger, runs `work` and closes it. `work` returns the exit code.
   */
  readonly run: (work: (store: Store, config: Config) => Promise<ExitCode>) => Promise<void>
  /** Runs `work` with the configuration, without opening a ledger. */
  readonly runOnConfig: (work: (config: Config) => Promise<ExitCode>) => Promise<void>
  /** Called before a command. `isActing`: whether it changes something. `isNamed`: whether it has --as and --reason. */
  readonly onStart: (command: Command, is: { readonly isActing: boolean; readonly isNamed: boolean }) => void
  /** The built export program, run in a child process; null exports in this process. */
  readonly exportWorker: URL | null
  /** The built worker that generates plays for `seed`; null generates them on this thread. */
  readonly seedWorker: URL | null
}
