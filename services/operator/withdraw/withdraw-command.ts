import { playWithdrawn } from '@stepledger/contracts/withdrawal/events.ts'
import { playIdArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { UsageError } from '../exit-codes.ts'
import { withdrawAll } from './withdraw-all.ts'
import { withdrawPlay } from './withdraw-play.ts'

interface Options {
  readonly player?: string
  readonly reason?: string
  readonly yes?: true
}

export function withdrawCommand({ output, run }: CommandContext): Command {
  return new Command('withdraw')
    .description('permanently withdraw a play, or all plays of a player, from the boards')
    .argument('[play]', 'id of the play', playIdArgument)
    .option('--player <alias>', 'all current plays of this player')
    .option(
      '--reason <text>',
      'reason, stored in the ledger and shown to the player; at most 500 characters, without personal data',
    )
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
The next best play of its player takes its place. It stays withdrawn however often it is sent again.
Withdrawing again changes nothing. Prompts for confirmation on a terminal; otherwise --yes is
required. Exits with 1 when there is no such play or player, or the answer was no.`)
    .action(async (playId: number | undefined, { yes, player, ...options }: Options) => {
      const reason = options.reason ?? null
      const what = player === undefined ? playId : playId === undefined ? { alias: player } : undefined
      if (what === undefined) throw new UsageError('Specify either the id of a play or --player')
      if (!playWithdrawn.data.shape.reason.safeParse(reason).success)
        throw new UsageError('--reason: at most 500 characters')
      requireTerminal(output, yes, 'use --yes to withdraw')
      const asked = {
        reason,
        confirm: (plays: string) => confirm(output, yes, `Withdraw ${plays} for good?`),
      }
      await run((store) =>
        typeof what === 'number'
          ? withdrawPlay(store, output, what, asked)
          : withdrawAll(store, output, what.alias, asked),
      )
    })
}
