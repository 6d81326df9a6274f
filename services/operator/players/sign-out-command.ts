import { accountsDatabase } from '../../accounts/tables.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import { noSuchPlayer } from './no-such-player.ts'
import { readAccess, signOut } from './player-access.ts'

interface Options {
  readonly keys?: boolean
  readonly yes?: true
}

export function signOutCommand({ output, run }: CommandContext): Command {
  return new Command('sign-out')
    .description('end all sessions of a player, such as one whose account was stolen')
    .argument('<alias>', 'alias of the player')
    .option('--keys', 'delete the API keys of the player as well')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Takes effect with the next request, also in a running server. The password stays as it is: anyone
who knows it can sign in again. Prompts for confirmation on a terminal; otherwise --yes is required.
Exits with 1 when the player does not exist or the prompt was not confirmed.`)
    .action(async (alias: string, { yes, keys = false }: Options) => {
      requireTerminal(output, yes, 'use --yes to end the sessions')
      await run(async ({ database, operator }) => {
        const db = accountsDatabase(database)
        const access = await readAccess(db, alias)
        if (!access) return noSuchPlayer(output, alias)
        const { playerId } = access
        const name = printable(access.alias)
        const there = counted(access.sessions.length, 'session')
        const question = keys
          ? `End ${there} and delete ${counted(access.keys.length, 'API key')} of ${name}?`
          : `End ${there} of ${name}?`
        if (!(await confirm(output, yes, question)))
          return {
            document: { playerId, alias: access.alias, outcome: 'declined', sessions: 0, keys: 0 },
            text: 'Nothing was done.',
            code: exitCodes.wrong,
          }
        const gone = await signOut(db, playerId, { keys, by: operator })
        const ended = `${counted(gone.sessions, 'session')} ended`
        const deleted = keys ? `, ${counted(gone.keys, 'API key')} deleted` : ''
        return {
          document: { playerId, alias: access.alias, outcome: 'signed out', ...gone },
          text: `${name} is signed out: ${ended}${deleted}.`,
        }
      })
    })
}
