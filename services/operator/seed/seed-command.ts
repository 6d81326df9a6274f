import { InvalidArgumentError, Option } from 'commander'
import { findAccount } from '../../accounts/players/find-account.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { readFoldingState } from '../../projector/generations/folding-state.ts'
import { countArgument, timeArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { count, counted } from '../format-text.ts'
import { announceSample, sampleAnnouncement } from './sample-competition.ts'
import { type Seeded, seed } from './seed.ts'
import { requestedHistory, type SeedOptions } from './seed-options.ts'

interface Options extends SeedOptions {
  readonly as?: string
  readonly yes?: true
}

export function seedCommand({ output, run, seedWorker }: CommandContext): Command {
  const { signal } = output
  return new Command('seed')
    .description('add a generated history to the ledger, for testing')
    .option('--plays <n>', 'number of plays (default with --event: 20 for each player)', countArgument)
    .option(
      '--charts <n>',
      'number of charts to play; popular ones are played more (default: 500)',
      countArgument,
    )
    .option('--players <n>', 'number of accounts; active ones play more', countArgument, 2_000)
    .option('--hot-chart-plays <n>', 'number of the plays that are on one chart', naturalArgument, 0)
    .option('--seed <n>', 'random seed of players, charts and plays', naturalArgument, 1)
    .option('--until <date>', 'time of the last play, ISO 8601 (default: now)', dateArgument)
    .option(
      '--days <n>',
      'spread the plays over n days, five hours of each (default: one play a minute)',
      countArgument,
    )
    .addOption(
      new Option('--event <name>', 'announce the sample event, and fill it with plays').choices([
        'blue-shift',
      ]),
    )
    .option(
      '--now <time>',
      'with --event: time of the last play, with time zone (default: now)',
      timeArgument,
    )
    .option('--start <time>', 'with --event: start of the competition, with time zone', timeArgument)
    .option('--as <alias>', 'this account plays too, as the most active player, and follows three rivals')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Generates plays of 400 to 1,000 rows, one per minute backwards from now or spread over --days, by
players of different skill, with misses, failed plays, other rates and old clients, and some
withdrawals and rivals. Events CANNOT BE REMOVED from the ledger. If the ledger is not empty the
command asks; without a terminal it then requires --yes. Players and charts depend on the seed,
plays also on their number and on the first play id: on an empty ledger the same options, with
--until, generate the same events. An interrupted command keeps the appended events.

With --event: Blue Shift, nine weeks, three rounds of twenty charts each. It starts on the first
Monday of December if --now is within the following nine weeks, otherwise on a Monday that puts
--now into the fifth week. Some plays are late, failed, or on charts of another round. The same
--now generates the same plays. Pages use the clock of the server: with a --start four weeks ago
they show the second round, ten weeks ago the final standings.`)
    .action(async ({ yes, as, ...options }: Options) => {
      const { seeding, competition } = requestedHistory(options)
      await run(async (store) => {
        const found = as === undefined ? undefined : await findAccount(accountsDatabase(store.database), as)
        if (found === null) throw new UsageError(`--as: no account has the alias ${as}`)
        const account = found && { id: found.id, sealingKey: new Uint8Array(found.sealing_key) }
        const { total } = await readFoldingState(store.database, () => store.ledger.ends('events'))
        const announcement = competition ? await sampleAnnouncement(store, competition) : 'there'
        const inLedger = total.events ?? 0
        if ((inLedger > 0 || announcement === 'replaced') && !yes) {
          const held = `The ledger already has ${counted(inLedger, 'event')}`
          if (!output.terminal) throw new UsageError(`${held}: use --yes to add generated plays`)
          const replaced =
            announcement === 'replaced' ? `, and replace the document of ${competition?.slug}` : ''
          const question = `${held}. Permanently add ${count(seeding.plays)} generated plays${replaced}?`
          if (!(await confirm(output, yes, question)))
            return {
              document: { outcome: 'declined' },
              text: 'Nothing was done.',
              code: exitCodes.wrong,
            }
        }
        const seeded = await seed(store, account ? { ...seeding, account } : seeding, {
          output,
          worker: seedWorker,
        })
        // After the plays, because a running server writes the daily totals once on the announcement, then once a day.
        if (competition && announcement !== 'there' && !signal.aborted)
          await announceSample(store, competition)
        const code = seeded.plays < seeding.plays ? exitCodes.interrupted : exitCodes.fine
        return { document: seeded, text: sentence(seeded, store.server === null), code }
      })
    })
}

function naturalArgument(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be an integer of at least 0.')
  return Number(text)
}

function dateArgument(text: string): number {
  const ms = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(ms))
    throw new InvalidArgumentError('It must be a date such as 2026-01-31 or 2026-01-31T20:00:00Z.')
  return ms
}

function sentence(
  { plays, charts, players, newPlayers, firstPlay, lastPlay, ...others }: Seeded,
  noServer: boolean,
): string {
  const { events, seconds, playsPerSecond } = others
  return [
    `Added ${counted(plays, 'play')} on ${counted(charts, 'chart')} by ${counted(players, 'player')}, ${counted(events, 'event')} in all${newPlayers > 0 ? `, and ${counted(newPlayers, 'account')}` : ''}.`,
    `The plays have ids from ${firstPlay} to ${lastPlay}. It took ${seconds.toFixed(1)} s, ${count(playsPerSecond)} plays a second.`,
    ...(noServer ? ['They become visible when a server runs.'] : []),
  ].join(' ')
}
