import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import type { LostFirst } from '@stepledger/projections/plays/wiped-plays.ts'
import { aligned, count, counted } from '../aligned.ts'
import { printable } from '../printable.ts'

/** Lost first places in the text. */
const shownFirsts = 20

export function extentText({ plays, players, charts }: WipeExtent): string {
  return `${counted(plays, 'play')} of ${counted(players, 'player')} on ${counted(charts, 'chart')}`
}

/** Lists the boards that lose their first place. `boards`: their number. */
export function firstsText(
  firsts: readonly LostFirst[],
  boards: number,
  aliasOf: (player: string) => string,
): string[] {
  if (boards === 0) return ['No board loses its first place.']
  const shown = firsts.slice(0, shownFirsts)
  const rows = shown.map(({ chart, title, board, player, playId, score }) => [
    `  ${chart}`,
    printable(title),
    board,
    score,
    printable(aliasOf(player)),
    `play ${playId}`,
  ])
  const more = boards - shown.length
  return [
    `${counted(boards, 'board')} ${boards === 1 ? 'loses its' : 'lose their'} first place:`,
    ...aligned(rows, [3]),
    ...(more > 0 ? [`  … and ${count(more)} more`] : []),
  ]
}
