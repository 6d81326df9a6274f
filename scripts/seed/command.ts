import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { uploadKey } from '@stepledger/contracts/storage-keys.ts'
import { findPlayer } from '@stepledger/services/accounts/players/find-player.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import { readPack } from '@stepledger/services/catalogue/read-pack/read-pack.ts'
import { continuePackIds } from '@stepledger/services/catalogue/uploads/pack-ids.ts'
import { processUploads } from '@stepledger/services/catalogue/uploads/process-uploads.ts'
import { addUploadIf, moveUpload, uploadById } from '@stepledger/services/catalogue/uploads/uploads.ts'
import {
  CommandFailedError,
  type ExitCode,
  exitCodes,
  UsageError,
} from '@stepledger/services/operator/exit-codes.ts'
import { count, counted } from '@stepledger/services/operator/format-text.ts'
import { countArgument, timeArgument } from '@stepledger/services/operator/options.ts'
import { confirm, type Output } from '@stepledger/services/operator/output.ts'
import { type Store, withStore } from '@stepledger/services/operator/store.ts'
import { ConfigError, type Environment, readConfig } from '@stepledger/services/platform/config/config.ts'
import type { Engine } from '@stepledger/services/platform/engine.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'
import { readFoldingState } from '@stepledger/services/projector/generations/folding-state.ts'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { seededPacks } from './charts.ts'
import {
  announceSample,
  sampleAnnouncement,
  sampleCompetition,
  sampleRounds,
  sampleStart,
} from './competition.ts'
import { type Seeding, seeding } from './history.ts'
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
  const keepChecked = await continuePackIds(database, ledger)
  const wanted = account ? { ...seeding, account } : seeding
  const seeded = { packs, ...(await seed(store, wanted, { output, onThreads })) }
  // Plays bring no packs, so the next start of the catalogue need not read them.
  await keepChecked()
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

const pollMs = 50
/** Time to store a zip, ms. */
const storeMs = 3_600_000

/**
 * Uploads the packs with the first `charts` charts of a seed, as an operator does, and waits until they are processed: by
 * a running server, otherwise by this process. Returns their number. Throws CommandFailedError.
 */
async function addPacks(
  store: Pick<Engine, 'database' | 'ledger' | 'push'> & { readonly storage: Storage },
  { seed, charts }: { readonly seed: number; readonly charts: number },
  { progress, signal, log }: Pick<Output, 'progress' | 'signal' | 'log'>,
): Promise<number> {
  const { database, storage } = store
  const processing = await processUploads({
    ...store,
    readPack,
    log,
    now: Date.now,
    awaitFold: async () => {},
  })
  try {
    let packs = 0
    for (const { name, zip } of seededPacks(seed, charts)) {
      progress({ what: `Adding the pack ${name}` })
      const id = randomUUID()
      const createdAt = Date.now()
      const until = createdAt + storeMs
      await addUploadIf(store, { id, uploader: null, name, size: zip.length, createdAt, until }, () => {})
      await storage.put(uploadKey(id), zip)
      await moveUpload(store, id, ['issued'], 'waiting', Date.now())
      for (;;) {
        const upload = await uploadById(database, id)
        if (upload?.state === 'ready') break
        if (upload?.state !== 'waiting' && upload?.state !== 'processing')
          throw new CommandFailedError(`The pack ${name} was not accepted: ${JSON.stringify(upload?.result)}`)
        await sleep(pollMs, undefined, { signal })
      }
      packs++
    }
    return packs
  } finally {
    await processing.stop()
  }
}

/** Options of the command line. Times are ms since 1970. */
export interface SeedOptions {
  readonly plays?: number
  readonly charts?: number
  readonly players: number
  readonly hotChartPlays: number
  readonly seed: number
  readonly until?: number
  readonly days?: number
  readonly event?: 'blue-shift'
  readonly now?: number
  readonly start?: number
}

interface RequestedHistory {
  readonly seeding: Omit<Seeding, 'after'>
  readonly competition: CompetitionDocument | null
}

/** Default of a competition. */
const playsPerPlayer = 20

/** Validates the options. Throws UsageError, which names the option. */
export function requestedHistory(options: SeedOptions): RequestedHistory {
  return options.event ? ofEvent(options) : ordinary(options)
}

function ordinary({
  event: _,
  now,
  start,
  plays,
  charts = 500,
  until = Date.now(),
  ...others
}: SeedOptions): RequestedHistory {
  if (now !== undefined || start !== undefined) throw new UsageError('--now and --start: only with --event')
  if (plays === undefined) throw new UsageError('--plays: required')
  const wanted = checked({ ...others, plays, charts, until })
  if (wanted.hotChartPlays > plays) throw new UsageError('--hot-chart-plays: must not exceed --plays')
  return {
    seeding: { ...wanted, hotChartPlays: charts === 1 ? plays : wanted.hotChartPlays },
    competition: null,
  }
}

function ofEvent(options: SeedOptions): RequestedHistory {
  const {
    seed,
    players,
    now = Date.now(),
    start = sampleStart(now),
    plays = players * playsPerPlayer,
  } = options
  if (
    options.charts !== undefined ||
    options.hotChartPlays > 0 ||
    options.until !== undefined ||
    options.days !== undefined
  )
    throw new UsageError('--charts, --hot-chart-plays, --until and --days: not with --event')
  if (start >= now) throw new UsageError('--start: must be before --now')
  const document = sampleCompetition({ seed, start })
  const wanted = checked({
    plays,
    charts: sampleRounds.flat().length,
    players,
    hotChartPlays: 0,
    seed,
    until: now,
    event: {
      start,
      rounds: document.rounds.map(({ end }, i) => ({ end, charts: [...(sampleRounds[i] ?? [])] })),
    },
  })
  return { seeding: wanted, competition: document }
}

function checked(given: Omit<Seeding, 'after'>): Omit<Seeding, 'after'> {
  const parsed = seeding.omit({ after: true }).safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const option = String(issue?.path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`--${option}: ${issue?.message}`)
}
