import { accountsDatabase } from '../../accounts/tables.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { aligned } from '../format-text.ts'
import { printable } from '../printable.ts'
import { noSuchPlayer } from './no-such-player.ts'
import { type PlayerAccess, readAccess } from './player-access.ts'

export function whoCommand({ output, run }: CommandContext): Command {
  return new Command('who')
    .description('show sessions, API keys, passkeys, permissions and the latest history of a player')
    .argument('<alias>', 'alias of the player')
    .option('--json', 'print one JSON document')
    .notes(`
Keys by their first letters, passkeys by their names, sessions by their times: no secret is shown.
Exits with 1 when the player does not exist.`)
    .action(async (alias: string) => {
      await run(async ({ database }) => {
        const access = await readAccess(accountsDatabase(database), alias)
        if (!access) return noSuchPlayer(output, alias)
        return { document: access, text: lines(access) }
      })
    })
}

function lines({
  playerId,
  alias,
  createdAt,
  permissions,
  sessions,
  keys,
  passkeys,
  history,
}: PlayerAccess): string[] {
  return aligned([
    ['Player', `${printable(alias)}, ${playerId}, since ${createdAt.toISOString()}`],
    ...permissions.map(({ permission, grantedAt }) => [
      'Permission',
      `${printable(permission)}, since ${grantedAt.toISOString()}`,
    ]),
    ...sessions.map(({ startedAt, endsAt }) => [
      'Session',
      `from ${startedAt.toISOString()} to ${endsAt.toISOString()}`,
    ]),
    ...keys.map(({ fingerprint, createdAt, lastUsedAt }) => [
      'API key',
      `${fingerprint} of ${createdAt.toISOString()}, ${usedText(lastUsedAt)}`,
    ]),
    ...passkeys.map(({ name, createdAt, lastUsedAt }) => [
      'Passkey',
      `${printable(name ?? 'without a name')} of ${createdAt.toISOString()}, ${usedText(lastUsedAt)}`,
    ]),
    ...history.map(({ at, by, what, details }) => [
      'History',
      `${at.toISOString()} ${entryText({ by, what, details })}`,
    ]),
  ])
}

function usedText(lastUsedAt: Date | null): string {
  return lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`
}

function entryText({ by, what, details }: Omit<PlayerAccess['history'][number], 'at'>): string {
  const about = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`)
  return printable([what, ...about, `by the ${by}`].join(', '))
}
