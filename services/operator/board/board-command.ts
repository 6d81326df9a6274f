import { z } from 'zod'
import { argumentOf, chartArgument, countArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { aligned, count, counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import { readBoard, type ShownBoard } from './read-board.ts'

interface Options {
  readonly at?: string
  readonly leaderboard?: string
  readonly from: number
  readonly rows: number
}

const dayArgument = argumentOf(z.iso.date(), 'A day must be a date such as 2026-03-01.')

export function boardCommand({ output, run }: CommandContext): Command {
  return new Command('board')
    .description('show a board of a chart, now or as it was at the end of a day')
    .argument('<chart>', 'hash of the chart', chartArgument)
    .option('--at <day>', 'day in UTC, such as 2026-03-01; now by default', dayArgument)
    .option('--leaderboard <name>', 'HardEX, EX or ITG; HardEX by default')
    .option('--from <rank>', 'first rank to show', countArgument, 1)
    .option('--rows <n>', 'number of rows', countArgument, 25)
    .option('--json', 'print one JSON document')
    .notes(`
The board of a day has the plays received until its end, under the rules and with the charts of
today. Plays that were withdrawn, wiped or erased since are not in it. Exits with 1 when no play of
the chart is known.`)
    .action(async (chart: string, options: Options) => {
      await run(async (store) => {
        const board = await readBoard(store, { chart, ...options })
        if (!board) {
          output.printStderr(`Chart ${chart} not found: nobody has played it, and it isn't in any pack.`)
          return exitCodes.wrong
        }
        return { document: board, text: showBoard(board) }
      })
    })
}

export function showBoard({
  chart,
  leaderboard,
  at,
  generation,
  rules,
  total,
  entries,
}: ShownBoard): string[] {
  return [
    ...aligned([
      ['Chart', `${printable(chart.title)} (${chart.hash})`],
      ['Board', `${leaderboard}, ${counted(total, 'player')}`],
      [
        'As of',
        at === null ? 'now' : `the end of ${at} (UTC), from the plays received until then that still exist`,
      ],
      ['Rules', `"${printable(rules)}", generation ${generation}`],
    ]),
    ...(entries.length === 0 ? [] : ['']),
    ...aligned(
      entries.map(({ rank, player, score, grade, playId, playedAt }) => [
        `#${count(rank)}`,
        `${score} %`,
        grade,
        player.alias === null ? `deleted account (${player.id})` : printable(player.alias),
        `play ${playId}`,
        playedAt,
      ]),
      [0, 1],
    ),
  ]
}
