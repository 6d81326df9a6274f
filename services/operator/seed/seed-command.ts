import { Command, InvalidArgumentError } from 'commander'
import { readFoldingState } from '../../platform/generations/folding-state.ts'
import { count, counted } from '../aligned.ts'
import { countArgument } from '../arguments.ts'
import { ask } from '../ask.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { type Seeded, seed } from './seed.ts'
import { seeding } from './seeding.ts'

interface Options {
  readonly plays: number
  readonly charts: number
  readonly players: number
  readonly hotChartPlays: number
  readonly seed: number
  readonly until?: number
  readonly yes?: true
  readonly json?: true
}

export function seedCommand({ output, run, seedWorker }: CommandContext): Command {
  const { terminal, signal } = output
  return new Command('seed')
    .description('fill the ledger with a history that somebody might have played, for trials')
    .requiredOption('--plays <n>', 'how many plays', countArgument)
    .option('--charts <n>', 'on how many charts, popular ones most', countArgument, 500)
    .option('--players <n>', 'by how many players', countArgument, 2_000)
    .option('--hot-chart-plays <n>', 'this many of the plays on one chart', naturalArgument, 0)
    .option('--seed <n>', 'another one gives other players, charts and plays', naturalArgument, 1)
    .option('--until <date>', 'when the last one was played, ISO 8601 (default: now)', dateArgument)
    .option('--yes', 'do not ask')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
Plays of 400 to 1,000 rows, a play a minute backwards from now: evenings of players with a level of their own, misses, failed plays, other rates,
old clients; some plays are withdrawn, some players follow others. There is NO WAY BACK: what lies in the ledger stays. Asks when there are
events already; elsewhere than on a terminal it then needs --yes. Players and charts follow from the seed, plays from the seed, the number of
plays and the id that they begin after: on an empty ledger the same options, with --until, give the same events. Interrupted, it keeps what was appended.`,
    )
    .action(async ({ yes, json, until = Date.now(), ...options }: Options) => {
      const wanted = checked({ ...options, until })
      await run(async (store) => {
        const { total } = await readFoldingState(store.database, store.ledger)
        if (total.events > 0 && !yes) {
          const held = `The ledger holds ${counted(total.events, 'event')} already`
          if (!terminal) throw new UsageError(`${held}: say --yes to add made-up plays to them`)
          const question = `${held}. Add ${count(wanted.plays)} made-up plays to them, for good?`
          if (!(await ask(terminal, question, signal))) {
            await output.print(json ? jsonDocument({ outcome: 'declined' }) : 'Nothing was done.')
            return exitCodes.wrong
          }
        }
        const seeded = await seed(store, wanted, { output, worker: seedWorker })
        await output.print(json ? jsonDocument(seeded) : sentence(seeded, store.server === null))
        return seeded.plays < wanted.plays ? exitCodes.interrupted : exitCodes.fine
      })
    })
}

function checked(options: Omit<Options, 'yes' | 'json' | 'until'> & { until: number }) {
  const parsed = seeding.omit({ after: true }).safeParse(options)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const option = String(issue?.path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new UsageError(`--${option}: ${issue?.message}`)
  }
  const { charts, hotChartPlays, plays } = parsed.data
  if (hotChartPlays > plays) throw new UsageError('--hot-chart-plays: more than all plays')
  return { ...parsed.data, hotChartPlays: charts === 1 ? plays : hotChartPlays }
}

function naturalArgument(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 on.')
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
