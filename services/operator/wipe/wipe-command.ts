import { randomBytes } from 'node:crypto'
import { playWithdrawn } from '@stepledger/contracts/withdrawal/events.ts'
import { InvalidArgumentError } from 'commander'
import { accountByAlias } from '../../accounts/players/account-by-alias.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { newWipeId } from '../../ingest/withdrawals/decide-plays.ts'
import { chartArgument, playIdArgument, timeArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { requireTerminal } from '../confirm.ts'
import { UsageError } from '../exit-codes.ts'
import { noSuchPlayer } from '../players/no-such-player.ts'
import { runWipe } from './run-wipe.ts'

/** Most plays of one command line. */
const maxPlays = 1000

interface Options {
  readonly player?: string
  readonly play?: readonly number[]
  readonly clientVersion?: string
  readonly chart?: string
  readonly since?: number
  readonly until?: number
  readonly reason?: string
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

export function wipeCommand({ output, run }: CommandContext): Command {
  return new Command('wipe')
    .description('withdraw all plays that match every given option; "ledger reinstate" brings them back')
    .option('--player <alias>', 'plays of this player')
    .option('--play <id...>', `these plays, at most ${maxPlays}`, playsArgument)
    .option('--client-version <version>', 'plays sent in this version of the format, such as 1.3')
    .option('--chart <hash>', 'plays on this chart', chartArgument)
    .option('--since <time>', 'plays received at this time or later, such as 2026-12-07T17:00Z', timeArgument)
    .option('--until <time>', 'plays received before this time', timeArgument)
    .option(
      '--reason <text>',
      'reason, required but for --dry-run, stored in the ledger and shown to the players; at most 500 characters, without personal data',
    )
    .option('--dry-run', 'only show how many plays match and which boards lose their first place')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Appends one event for each play and deletes nothing. Plays that arrive later are not affected. The
next best play of each player takes the place of a wiped one. A play that its player deletes, or
that "ledger withdraw" withdraws, stays withdrawn after a reinstatement. An interrupted wipe keeps
what it has withdrawn; run the command again for the rest, which gets an id of its own. Parked plays
are not found. Prompts for confirmation on a terminal; otherwise --yes or --dry-run is required.
Exits with 1 when there is no such player, or the answer was no.`)
    .action(async ({ yes, json, dryRun, reason = '', player: alias, ...given }: Options) => {
      const now = Date.now()
      const { play: plays, clientVersion, chart, since, until } = given
      if (alias === undefined && Object.keys(given).length === 0)
        throw new UsageError(
          'Specify at least one of --player, --play, --client-version, --chart, --since and --until',
        )
      if (!dryRun && (!playWithdrawn.data.shape.reason.safeParse(reason).success || reason.trim() === ''))
        throw new UsageError('--reason: 1 to 500 characters')
      if (since !== undefined && until !== undefined && since >= until)
        throw new UsageError('--since must be before --until')
      requireTerminal(output, yes ?? dryRun, 'use --yes to wipe, or --dry-run')
      await run(async (store) => {
        const account =
          alias === undefined ? null : await accountByAlias(accountsDatabase(store.database), alias)
        if (alias !== undefined && !account) return noSuchPlayer(output, alias)
        return runWipe(store, output, {
          criteria: {
            ...(account && { player: account.id }),
            ...(plays && { plays }),
            ...(clientVersion !== undefined && { clientVersion }),
            ...(chart !== undefined && { chart }),
            ...(since !== undefined && { since }),
            until: Math.min(until ?? now, now),
          },
          reason,
          wipe: newWipeId(now, randomBytes),
          dryRun,
          yes,
          json,
        })
      })
    })
}

function playsArgument(text: string, earlier: readonly number[] = []): readonly number[] {
  if (earlier.length === maxPlays) throw new InvalidArgumentError(`At most ${maxPlays} plays.`)
  return [...earlier, playIdArgument(text)]
}
