import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { showStatus } from './show-status.ts'
import { readStatus } from './status.ts'

export function statusCommand({ output, run }: CommandContext): Command {
  return new Command('status')
    .description('what there is, and how far it is folded')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
Generation: the set of read models that pages are answered from, with the version of the code that folded it.
Shown:      plays that are kept and not withdrawn, the charts they were played on, the players who played them.
Parked:     events that could not be folded, with all later events of their keys; the rest goes on without them.
Next:       the generation that is being built, and is shown once it has folded all. Stopped: the event it can't fold.
Kept:       what was live before; \`ledger rollback\` goes back to it, \`ledger prune\` drops it.
Events:     what each partition of the ledger holds. Folded: how many of them are in the read models. Lag: how many are not yet.`,
    )
    .action(async ({ json }: { json?: true }) => {
      await run(async (store) => {
        const status = await readStatus(store)
        await output.print(...(json ? [jsonDocument(status)] : showStatus(status)))
        return exitCodes.fine
      })
    })
}
