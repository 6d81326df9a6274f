import { Command as CommanderCommand } from 'commander'

/** A command of `ledger`. */
export class Command extends CommanderCommand {
  /** Ends its help with this text. */
  notes(text: string): this {
    return this.addHelpText('after', text)
  }
}
