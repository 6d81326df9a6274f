import { ownersOfKeys } from '../../accounts/operations/owners-of-keys.ts'
import { readRefusals } from '../../ingest/refusals/refusals-table.ts'
import { countArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { aligned, count } from '../format-text.ts'
import { printable } from '../printable.ts'

export function refusalsCommand({ run }: CommandContext): Command {
  return new Command('refusals')
    .description('show which API keys send plays that are refused, and why')
    .option('--limit <n>', 'number of listed keys and reasons', countArgument, 50)
    .option('--json', 'print one JSON document')
    .notes(`
Counts the plays of the last seven days by the first characters of the API key and by reason, most
frequent first, with the last error. Clients send plays again that were refused for ledger,
database, busy, disk, rate and quota, and drop those refused for invalid and key.

key:     the API key is unknown
none:    without an API key
others:  unknown keys beyond the thousandth of a day, and valid ones beyond the ten thousandth

The players are shown if this role may read their keys, in Docker Compose that of accounts.`)
    .action(async ({ limit }: { limit: number }) => {
      await run(async ({ database }) => {
        const refusals = await readRefusals(database.pool, limit)
        const owners = await ownersOfKeys(
          database,
          refusals.map(({ key }) => key),
        )
        const shown = refusals.map((refused) => ({
          ...refused,
          players: owners?.get(refused.key) ?? [],
        }))
        const table = aligned(
          [
            ['Key', 'Player', 'Reason', 'Plays', 'Last', 'Client', 'Last error'],
            ...shown.map(({ key, players, reason, count: plays, lastAt, client, sample }) => [
              printable(key),
              players.map(printable).join(' or ') || '-',
              reason,
              count(plays),
              lastAt,
              client ?? '-',
              printable(sample),
            ]),
          ],
          [3],
        )
        const text = shown.length === 0 ? 'No play was refused in the last seven days.' : table
        return { document: shown, text }
      })
    })
}
