import { Command } from 'commander'
import { countArgument } from '../arguments.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { diffGenerations } from './diff-generations.ts'
import { showDiff } from './show-diff.ts'

export function diffCommand({ output, run }: CommandContext): Command {
  return new Command('diff')
    .description('show in which rows two generations of the read models differ')
    .argument('<first>', 'number of a generation, as in "ledger status"', countArgument)
    .argument('<second>', 'number of another one', countArgument)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Compares every row of every read model by key, in one snapshot, in the tables and columns that both
releases have. The first hundred rows are listed, with their values in the first and in the second
generation; all are counted. A kept generation is not folded any further, so the newest plays are
only in the live one. For the effect of changed rules on players use "ledger rules preview".

Exits with 1 when rows differ.`,
    )
    .action(async (first: number, second: number, { json }: { json?: true }) => {
      await run(async ({ database }) => {
        const diff = await diffGenerations(database, [first, second], {
          onTable: (table) => output.progress({ what: `Comparing ${table}` }),
          signal: output.signal,
        })
        output.progress(null)
        await output.print(...(json ? [jsonDocument(diff)] : showDiff(diff)))
        return diff.differing === 0 ? exitCodes.fine : exitCodes.wrong
      })
    })
}
