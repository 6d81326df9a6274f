import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { showStatus } from './show-status.ts'
import { readStatus } from './status.ts'
import { withStatusStore } from './status-store.ts'

export function statusCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('status')
    .description('show the ledger, the generations and the folding progress')
    .option('--json', 'print one JSON document')
    .notes(`
Generation: the read models that pages are read from, and the version of the code that folded them.
Shown:     plays that are kept and not withdrawn, the charts they were played on, their players
Parked:    events that could not be folded, and all later events with their keys; other events are
           not affected
Next:      the generation being built, which goes live when it is up to date
Stopped:   why it is not built
Kept:      earlier generations; \`ledger rollback\` switches back, \`ledger prune\` drops them
Waiting:   what is not up to date with the ledger, and for how long
Size:      schemas of the database with their indexes
Full on:   the day on which plays are refused, by the growth of the last four weeks
Events:    number of events in each partition
Folded:    of those, in the read models
Lag:       not folded yet
Oldest:    age of the first of these
Server:    with an external database, the one at PUBLIC_URL, which also reports whether Redis, S3
           and the mail server respond to it

Takes at most five seconds, also during an outage, and names what does not respond. Exits with 3
when that is the database.`)
    .action(async () => {
      await runOnConfig(async (config) => {
        const status = await withStatusStore(config, output.log, (store) => readStatus(store, Date.now()))
        return { document: status, text: showStatus(status) }
      })
    })
}
