import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { findPlayer } from '@stepledger/services/accounts/players/find-player.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import { countArgument, timeArgument } from '@stepledger/services/operator/arguments.ts'
import { confirm } from '@stepledger/services/operator/confirm.ts'
import { type ExitCode, exitCodes, UsageError } from '@stepledger/services/operator/exit-codes.ts'
import { count, counted } from '@stepledger/services/operator/format-text.ts'
import type { Output } from '@stepledger/services/operator/output.ts'
import { type Store, withStore } from '@stepledger/services/operator/store.ts'
import { ConfigError, type Environment, readConfig } from '@stepledger/services/platform/config/config.ts'
import { readFoldingState } from '@stepledger/services/projector/generations/folding-state.ts'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { announceSample, sampleAnnouncement } from './competition.ts'
import type { Seeding } from './history.ts'
import { requestedHistory, type SeedOptions } from './options.ts'
import { addPacks } from './packs.ts'
import { type Seeded, seed } from './seed.ts'

interface Options extends SeedOptions {
  readonly as?: string
  readonly yes?: true
  readonly json?: true
}

/** Runs `npm run seed -- …` and returns its exit code. Never throws: errors are printed to stderr as one line. */
export async function runSeed(
  args: readonly string[],
  env: Environment,
  output: Output,
  { onThreads = false } = {},
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine
  const program = seedProgram(output).action(async (options: Options) => {
    const { seeding, competition } = requestedHistory(options)
    const config = readConfig(env)
    code = await withStore({ config, log: output.log, signal: output.signal }, async (store) =>
      addHistory(store, { seeding, competition, options, output, onThreads }),
    )
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    output.progress(null)
    if (output.signal.aborted) return exitCodes.interrupted
    // Commander has already printed help or the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage
    output.printStderr(errorMessage(error))
    return error instanceof UsageError || error instanceof ConfigError ? exitCodes.usage : exitCodes.unable
  }
}

interface RequestedSeed {
  readonly seeding: Omit<Seeding, 'after'>
  readonly competition: CompetitionDocument | null
  readonly options: Pick<Options, 'as' | 'yes' | 'json'>
  readonly output: Output
  readonly onThreads: boolean
}

async function sealingKeyOf({ database }: Store, player: string): Promise<Uint8Array<ArrayBuffer>> {
  const { sealing_key: key } = await accountsDatabase(database)
    .selectFrom('accounts.player_secrets')
    .select('sealing_key')
    .where('player_id', '=', player)
    .executeTakeFirstOrThrow()
  return new Uint8Array(key)
}

async function addHistory(
  store: Store,
  { seeding, competition, options: { as, yes, json }, output, onThreads }: RequestedSeed,
): Promise<ExitCode> {
  const { database, ledger, push } = store
  const found = as === undefined ? undefined : await findPlayer(database, as)
  if (found === null) throw new UsageError(`--as: no account has the alias ${as}`)
  const account = found && { id: found.id, sealingKey: await sealingKeyOf(store, found.id) }
  const { total } = await readFoldingState(database, () => ledger.ends('events'))
  const announcement = competition ? await sampleAnnouncement(ledger, competition) : 'there'
  const inLedger = total.events ?? 0
  if ((inLedger > 0 || announcement === 'replaced') && !yes) {
    const held = `The ledger already has ${counted(inLedger, 'event')}`
    if (!output.terminal) throw new UsageError(`${held}: use --yes to add generated plays`)
    const replaced = announcement === 'replaced' ? `, and replace the document of ${competition?.slug}` : ''
    const question = `${held}. Permanently add ${count(seeding.plays)} generated plays${replaced}?`
    if (!(await confirm(output, yes, question))) {
      await output.print(json ? JSON.stringify({ outcome: 'declined' }) : 'Nothing was done.')
      return exitCodes.wrong
    }
  }
  const packs = await addPacks(
    { database, ledger, push, storage: await store.openStorage() },
    seeding,
    output,
  )
  const wanted = account ? { ...seeding, account } : seeding
  const seeded = { packs, ...(await seed(store, wanted, { output, onThreads })) }
  // After the plays, because a running server writes the daily totals once on the announcement, then once a day.
  if (competition && announcement !== 'there' && !output.signal.aborted)
    await announceSample(ledger, competition)
  await output.print(json ? JSON.stringify(seeded, null, 2) : sentence(seeded, store.server === null))
  return seeded.plays < seeding.plays ? exitCodes.interrupted : exitCodes.fine
}

function seedProgram(output: Output): Command {
  return new Command('npm run seed --')
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
    .addHelpText(
      'after',
      `
Adds packs, and plays of 400 to 1,000 rows on their charts and on others, one per minute backwards
from now or spread over --days, by players of different skill, with misses, failed plays, other rates
and old clients, and some withdrawals and rivals. Runs beside a server or without one, on DATA_DIR
(default ./data) or on DATABASE_URL and the other addresses of docs/hosting.md. Events CANNOT BE
REMOVED from the ledger. If the ledger is not empty the command asks; without a terminal it then
requires --yes. Players, charts and packs depend on the seed, plays also on their number and on the
first play id: on an empty ledger the same options, with --until, generate the same plays. An
interrupted command keeps the appended events.

With --event: Blue Shift, nine weeks, three rounds of twenty charts each. It starts on the first
Monday of December if --now is within the following nine weeks, otherwise on a Monday that puts
--now into the fifth week. Some plays are late, failed, or on charts of another round. The same
--now generates the same plays. Pages use the clock of the server: with a --start four weeks ago
they show the second round, ten weeks ago the final standings.`,
    )
    .configureOutput({
      writeOut: (text) => void output.print(text.trimEnd()).catch(() => {}),
      writeErr: (text) => output.printStderr(text.trimEnd()),
    })
    .exitOverride()
    .showHelpAfterError('(use --help for usage)')
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
  { packs, plays, charts, players, newPlayers, firstPlay, lastPlay, ...others }: Seeded & { packs: number },
  noServer: boolean,
): string {
  const { events, seconds, playsPerSecond } = others
  return [
    `Added ${counted(plays, 'play')} on ${counted(charts, 'chart')} by ${counted(players, 'player')}, ${counted(events, 'event')} in all, ${counted(packs, 'pack')}${newPlayers > 0 ? `, and ${counted(newPlayers, 'account')}` : ''}.`,
    `The plays have ids from ${firstPlay} to ${lastPlay}. It took ${seconds.toFixed(1)} s, ${count(playsPerSecond)} plays a second.`,
    ...(noServer ? ['They become visible when a server runs.'] : []),
  ].join(' ')
}
