import { aligned, count, counted } from '../aligned.ts'
import { printable } from '../printable.ts'
import type { ShownBoard } from './read-board.ts'

/** A board as text. */
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
