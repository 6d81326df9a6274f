import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { Lag } from '../../projector/generations/read-lags.ts'
import { Command, type CommandContext } from '../command.ts'
import { aligned, count, counted, durationText, printable } from '../format-text.ts'
import { readStatus, type Status } from './status.ts'
import { withStatusStore } from './status-store.ts'

export function statusCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('status')
    .description('show the ledger, the generations and the folding progress')
    .option('--json', 'print one JSON document')
    .notes(`
Generation: the read models that pages are read from, and the version of the code that folded them.
Shown:     plays that are kept and not withdrawn, the charts they were played on, their players
Parked:    events that could not be folded, and all later events with their keys; other events are
           not affected
Next:      the generation being built, which goes live when it is up to date
Stopped:   why it is not built
Kept:      earlier generations; \`ledger rollback\` switches back, \`ledger prune\` drops them
Waiting:   what is not up to date with the ledger, and for how long
Size:      schemas of the database with their indexes
Full on:   the day on which plays are refused, by the growth of the last four weeks
Events:    number of events in each partition
Folded:    of those, in the read models
Lag:       not folded yet
Oldest:    age of the first of these
Server:    with an external database, the one at PUBLIC_URL, which also reports whether Redis, S3
           and the mail server respond to it

Takes at most five seconds, also during an outage, and names what does not respond. Exits with 3
when that is the database.`)
    .action(async () => {
      await runOnConfig(async (config) => {
        const status = await withStatusStore(config, output.log, (store) => readStatus(store, Date.now()))
        return { document: status, text: showStatus(status) }
      })
    })
}

function showStatus(status: Status): string[] {
  const { engine, ledgerId, generation, partitions, total } = status
  const lag = status.lags.find(({ projection }) => projection === 'live')
  return [
    ...aligned([
      ['Ledger', `${ledgerId ?? 'not folded yet'}, on ${engine.ledger}${silenceText(status)}`],
      ['Database', engine.database],
      ['Server', serverText(status)],
      ...silentLines(status),
      ...diskLines(status),
      ...(generation
        ? [
            ['Generation', `${generation.id}, folded by code version ${codeText(status)}`],
            ['Rules', `"${printable(generation.rules.title)}" (rules 0:${generation.rules.offset})`],
            [
              'Shown',
              `${counted(generation.plays, 'play')} on ${counted(generation.charts, 'chart')} by ${counted(generation.players, 'player')}`,
            ],
            ['Parked', generation.parked.count === 0 ? 'none' : counted(generation.parked.count, 'event')],
          ]
        : [['Generation', 'none: nothing has been folded yet']]),
      ...nextLines(status),
      ...status.kept.map(({ id, leftSecondsAgo, bytes }) => [
        'Kept',
        `generation ${id}, live until ${durationText(leftSecondsAgo)} ago, ${sizeText(bytes)}`,
      ]),
      ...waitingLines(status.lags),
      ['Size', sizesText(status)],
      ...forecastLines(status),
    ]),
    ...parkedLines(generation?.parked),
    '',
    ...aligned(
      [
        ['Partition', 'Events', 'Folded', 'Lag', 'Oldest'],
        ...partitions.map((p) => [
          String(p.partition),
          known(p.events),
          count(p.folded),
          known(p.lag),
          secondsText(lag?.partitions?.[p.partition] ?? null),
        ]),
        [
          'total',
          known(total.events),
          count(total.folded),
          known(total.lag),
          secondsText(lag?.seconds ?? null),
        ],
      ],
      [0, 1, 2, 3, 4],
    ),
    ...refusalLines(status),
  ]
}

function refusalLines({ refusals }: Status): string[] {
  if (refusals.length === 0) return []
  return [
    '',
    'Refused plays of the last seven days',
    ...aligned(
      [
        ['Key', 'Player', 'Reason', 'Plays', 'Last', 'Client', 'Last error'],
        ...refusals.map(({ key, players, reason, count: plays, lastAt, client, sample }) => [
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
    ),
  ]
}

/** The text of a number that is unknown while the ledger does not respond. */
const known = (n: number | null) => (n === null ? '?' : count(n))

function silenceText({ ledgerSilentSeconds, engine }: Status): string {
  if (ledgerSilentSeconds === 0) return ''
  if (ledgerSilentSeconds === null) return `. ${engine.ledger} does not answer`
  return `. ${engine.ledger} has not answered for ${count(ledgerSilentSeconds)} s: plays are refused, everything else is served`
}

function diskLines({ disk }: Status): string[][] {
  if (!disk) return []
  const free = `${sizeText(disk.free)} free, ${sizeText(disk.needed)} are needed`
  return [['Disk', disk.low ? `${free}: plays, accounts and files are refused` : free]]
}

const secondsText = (seconds: number | null) => (seconds === null ? '?' : durationText(Math.round(seconds)))

const projectionNames = {
  live: 'the live generation',
  next: 'the next generation',
  standings: 'standings',
  redis: 'boards in Redis',
} as const

function waitingLines(lags: readonly Lag[]): string[][] {
  const waiting = lags.filter((lag) => lag.waiting > 0)
  return waiting.map(({ projection, waiting: n, seconds }, i) => [
    i === 0 ? 'Waiting' : '',
    `${projectionNames[projection]}: ${seconds === null ? counted(n, 'change') : `${counted(n, 'event')}, the oldest for ${secondsText(seconds)}`}`,
  ])
}

function sizesText({ sizes }: Status): string {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  return `${sizeText(total)}: ${sizes.map(({ schema, bytes }) => `${schema} ${sizeText(bytes)}`).join(', ')}`
}

function forecastLines({ forecast }: Status): string[][] {
  if (!forecast) return []
  const growth = `${sizeText(forecast.bytesPerDay)} a day`
  return [
    [
      'Full on',
      forecast.fullOn === null ? `not within ten years (${growth})` : `${forecast.fullOn} (${growth})`,
    ],
  ]
}

function serverText({ server, answering }: Status): string {
  if (server === null) return 'none runs'
  const answer = answering?.answers ? '' : ', does not answer'
  if (server) return `${server.url ?? 'starting'}, process ${server.pid}, since ${server.startedAt}${answer}`
  if (!answering?.answers) return `not known: none answers at ${answering?.url} (PUBLIC_URL)`
  return `answers at ${answering.url}${answering.problem === null ? '' : `: ${printable(answering.problem)}`}`
}

function silentLines({ answering }: Status): string[][] {
  if (!answering?.answers) return []
  return [
    ...answering.silent.map(({ product, silentSeconds }) => [
      product,
      `has not answered for ${count(silentSeconds)} s`,
    ]),
    ...(answering.takesPlays || answering.problem !== null
      ? []
      : [['Ingest', 'does not answer: plays are refused']]),
  ]
}

function nextLines({ next, total }: Status): string[][] {
  if (!next) return []
  const folded = `generation ${next.id}, ${count(next.folded)} of ${known(total.events)} events folded, under "${printable(next.rules.title)}"`
  const parked = next.parked === 0 ? [] : [['', `${counted(next.parked, 'event')} parked in it`]]
  return [
    ['Next', folded],
    ...parked,
    ...(next.step
      ? [
          [
            '',
            `making boards and indexes: ${next.step.name}, for ${durationText(Math.round(next.step.ms / 1000))}`,
          ],
        ]
      : []),
    ...(next.stopped === null ? [] : [['Stopped', printable(next.stopped)]]),
  ]
}

function codeText({ codeVersion, generation }: Status): string {
  const version = generation?.codeVersion ?? codeVersion
  return version === codeVersion ? `${version}` : `${version} (this is ${codeVersion})`
}

function parkedLines(parked: NonNullable<Status['generation']>['parked'] | undefined): string[] {
  if (!parked) return []
  return parked.first.map(
    (event) =>
      `  ${formatPosition(event)} ${printable(event.type)} of ${printable(event.key)}: ${printable(event.reason)}`,
  )
}
