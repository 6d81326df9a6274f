import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { previewCommand } from './preview/preview-command.ts'
import { publishCommand } from './publish-command.ts'
import { requireRulesInForce } from './require-rules-in-force.ts'

export function rulesCommand(context: CommandContext): Command {
  return new Command('rules')
    .description('show the rules in force, preview others, or publish them')
    .addCommand(showCommand(context))
    .addCommand(previewCommand(context))
    .addCommand(publishCommand(context))
}

function showCommand({ output, run }: CommandContext): Command {
  return new Command('show')
    .description('print the rules in force: the document that `rules publish` takes')
    .option('--json', 'print one JSON document, also with their offset in the ledger and the live generation')
    .action(async ({ json }: { json?: true }) => {
      await run(async (store) => {
        const { offset, rules } = await requireRulesInForce(store)
        const live = await readLiveGeneration(store.database)
        const generation = live && { id: live.id, rulesOffset: live.rulesOffset }
        await output.print(jsonDocument(json ? { offset, generation, rules } : rules))
        if (live && live.rulesOffset !== offset)
          output.printStderr(
            `Generation ${live.id}, which is live, was folded under other rules: those at 0:${live.rulesOffset}.`,
          )
        return exitCodes.fine
      })
    })
}
