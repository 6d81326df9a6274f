import { wipeId } from '@stepledger/contracts/ids.ts'
import { Command } from 'commander'
import { argumentOf } from '../arguments.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { runReinstate } from './run-reinstate.ts'

interface Options {
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

const wipeArgument = argumentOf(wipeId, 'The id of a wipe has lower-case letters and digits.')

export function reinstateCommand({ output, run }: CommandContext): Command {
  return new Command('reinstate')
    .description('bring back the plays that "ledger wipe" withdrew')
    .argument('<wipe>', 'id of the wipe, as it printed', wipeArgument)
    .option('--dry-run', 'only show how many plays the wipe withdraws')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Plays that were withdrawn permanently meanwhile, by their players or by "ledger withdraw", stay
withdrawn. An interrupted reinstatement can be repeated. Prompts for confirmation on a terminal;
otherwise --yes or --dry-run is required. Exits with 1 when the wipe withdraws no play, or the
answer was no.`,
    )
    .action(async (wipe: string, { yes, json, dryRun }: Options) => {
      requireTerminal(output, yes ?? dryRun, 'use --yes to reinstate, or --dry-run')
      await run((store) =>
        runReinstate(store, output, {
          wipe,
          dryRun: dryRun ?? false,
          json: json ?? false,
          confirm: () => confirm(output, yes, 'Reinstate them?'),
          now: Date.now,
        }),
      )
    })
}
