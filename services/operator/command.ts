import type { Route } from '@stepledger/contracts/http/route.ts'
import { Command as CommanderCommand } from 'commander'
import type { Config, Environment } from '../platform/config/config.ts'
import type { ActionServer } from './actions/action-server.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { Store } from './store.ts'

export class Command extends CommanderCommand {
  /** Ends its help with this text. */
  notes(text: string): this {
    return this.addHelpText('after', text)
  }
}

/** What a command prints: with --json the document, otherwise lines of text. */
export interface CommandResult {
  readonly document?: unknown
  readonly text: string | readonly string[]
  /** Default: fine. */
  readonly code?: ExitCode
}

/** The result of a command, or its exit code when it has printed everything itself. */
export type CommandOutcome = CommandResult | ExitCode

/** Dependencies of every command. */
export interface CommandContext {
  readonly output: Output
  /** Opens the configured ledger, runs `work`, prints its result and closes the ledger. */
  readonly run: (work: (store: Store, config: Config) => Promise<CommandOutcome>) => Promise<void>
  /** Runs `work` with the configuration, without opening a ledger, and prints its result. */
  readonly runOnConfig: (work: (config: Config) => Promise<CommandOutcome>) => Promise<void>
  readonly env: Environment
  /** Runs `work` with a server of the route, as the operator named by --as, and prints its result. */
  readonly runAction: (
    route: Route,
    options: { readonly as?: string },
    work: (server: ActionServer) => Promise<CommandOutcome>,
  ) => Promise<void>
  /** Called before a command. */
  readonly onStart: (command: CommanderCommand) => void
  /** The built export program, run in a child process; null exports in this process. */
  readonly exportWorker: URL | null
}
