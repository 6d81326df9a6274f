import { Command, InvalidArgumentError, Option } from 'commander'
import { readFoldingState } from '../../projector/generations/folding-state.ts'
import { count, counted } from '../aligned.ts'
import { countArgument } from '../arguments.ts'
import { ask } from '../ask.ts'
import type { CommandContext } from '../command-context.ts'
import { timeArgument } from '../competitions/competition-arguments.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { announceSample, sampleAnnouncement } from './announce-sample.ts'
import { type Seeded, seed } from './seed.ts'
import { type SeedOptions, wantedHistory } from './seed-options.ts'

interface Options extends SeedOptions {
  readonly yes?: true
  readonly json?: true
}

export function seedCommand({ output, run, seedWorker }: CommandContext): Command {
  const { terminal, signal } = output
  return new Command('seed')
    .description('add a generated history to the ledger, for testing')
    .option('--plays <n>', 'number of plays (default with --event: 20 for each player)', countArgument)
    .option('--charts <n>', 'number of charts; popular ones are played more (default: 500)', countArgument)
    .option('--players <n>', 'number of players', countArgument, 2_000)
    .option('--hot-chart-plays <n>', 'number of the plays that are on one chart', naturalArgument, 0)
    .option('--seed <n>', 'random seed of players, charts and plays', naturalArgument, 1)
    .option('--until <date>', 'time of the last play, ISO 8601 (default: now)', dateArgument)
    .addOption(
      new Option('--event <name>', 'announce the sample event, and fill it with plays').choices([
        'blue-shift',
      ]),
    )
    .option(
      '--now <time>',
      'of an event: up to when it was played, with its zone (default: now)',
      timeArgument,
    )
    .option('--start <time>', 'of an event: when it begins, with its zone', timeArgument)
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Plays of 400 to 1,000 rows, a play a minute backwards from now: evenings of players with a level of their own, misses, failed plays, other rates,
old clients; some plays are withdrawn, some players follow others. There is NO WAY BACK: what lies in the ledger stays. Asks when there are
events already; elsewhere than on a terminal it then needs --yes. Players and charts follow from the seed, plays from the seed, the number of
plays and the id that they begin after: on an empty ledger the same options, with --until, give the same events. Interrupted, it keeps what was appended.

With --event: Blue Shift, nine weeks, three rounds of twenty charts each. It begins on the first Monday of December when --now lies in the nine weeks
after it, else on a Monday that puts --now into the fifth week. Some plays are late, failed, or on charts of another round. The same --now gives the
same plays. Pages go by the clock of their server: with a --start of four weeks ago they show the second round, of ten weeks ago the final standings.`,
    )
    .action(async ({ yes, json, ...options }: Options) => {
      const { seeding, competition } = wantedHistory(options)
      await run(async (store) => {
        const { total } = await readFoldingState(store.database, store.ledger)
        const announcement = competition ? await sampleAnnouncement(store, competition) : 'there'
        if ((total.events > 0 || announcement === 'replaced') && !yes) {
          const held = `The ledger holds ${counted(total.events, 'event')} already`
          if (!terminal) throw new UsageError(`${held}: say --yes to add made-up plays to them`)
          const replaced =
            announcement === 'replaced' ? `, and replace all that was said of ${competition?.slug}` : ''
          const question = `${held}. Add ${count(seeding.plays)} made-up plays to them${replaced}, for good?`
          if (!(await ask(terminal, question, signal))) {
            await output.print(json ? jsonDocument({ outcome: 'declined' }) : 'Nothing was done.')
            return exitCodes.wrong
          }
        }
        const seeded = await seed(store, seeding, { output, worker: seedWorker })
        // After the plays: a server beside makes the days of an event once a day, the first time when it is announced.
        if (competition && announcement !== 'there') await announceSample(store, competition)
        await output.print(json ? jsonDocument(seeded) : sentence(seeded, store.server === null))
        return seeded.plays < seeding.plays ? exitCodes.interrupted : exitCodes.fine
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
  { plays, charts, players, firstPlay, lastPlay, ...others }: Seeded,
  noServer: boolean,
): string {
  const { events, seconds, playsPerSecond } = others
  return [
    `${counted(plays, 'play')} on ${counted(charts, 'chart')} by ${counted(players, 'player')} are in the ledger (${counted(events, 'event')}),`,
    `with the ids ${firstPlay} to ${lastPlay}, after ${seconds.toFixed(1)} s: ${count(playsPerSecond)} plays a second.`,
    ...(noServer ? ['They are shown once a server runs.'] : []),
  ].join(' ')
}
