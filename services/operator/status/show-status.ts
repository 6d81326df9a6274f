import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { aligned, count, counted } from '../aligned.ts'
import { printable } from '../printable.ts'
import type { Status } from './status.ts'

/** The status as text. */
export function showStatus(status: Status): string[] {
  const { engine, ledgerId, generation, partitions, total } = status
  return [
    ...aligned([
      ['Ledger', `${ledgerId ?? 'not founded'}, on ${engine.ledger}`],
      ['Database', engine.database],
      ['Server', serverText(status)],
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
      ...status.kept.map(({ id, leftSecondsAgo }) => [
        'Kept',
        `generation ${id}, live until ${count(leftSecondsAgo)} s ago`,
      ]),
    ]),
    ...parkedLines(generation?.parked),
    '',
    ...aligned(
      [
        ['Partition', 'Events', 'Folded', 'Lag'],
        ...partitions.map((p) => [String(p.partition), count(p.events), count(p.folded), count(p.lag)]),
        ['total', count(total.events), count(total.folded), count(total.lag)],
      ],
      [0, 1, 2, 3],
    ),
  ]
}

function serverText({ server }: Status): string {
  if (server === undefined) return 'not known here (DATABASE_URL is set)'
  if (server === null) return 'none runs'
  return `${server.url ?? 'starting'}, process ${server.pid}, since ${server.startedAt}`
}

function nextLines({ next, total }: Status): string[][] {
  if (!next) return []
  const folded = `generation ${next.id}, ${count(next.folded)} of ${count(total.events)} events folded, under "${printable(next.rules.title)}"`
  const parked = next.parked === 0 ? [] : [['', `${counted(next.parked, 'event')} parked in it`]]
  return [
    ['Next', folded],
    ...parked,
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
