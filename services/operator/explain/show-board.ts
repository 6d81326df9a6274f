import { aligned, count, counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import type { ExplainedBoard, ExplainedEntry } from './explain-board.ts'
import { showPlaces } from './show-player.ts'

export function showBoard(explained: ExplainedBoard): string[] {
  const { chart, rules, generation, players, plays, boards, player } = explained
  return [
    ...aligned([
      ['Chart', `${printable(chart.title)} (${chart.hash})`],
      ['Rules', `"${printable(rules.title)}" (rules 0:${rules.offset}), generation ${generation}`],
      ['Maximum', maximumText(explained)],
      ['Players', count(players)],
      ['Plays', `${counted(plays.counting, 'play')} counted, ${count(plays.withdrawn)} withdrawn`],
      ...plays.unranked.map(({ text, plays: n }) => ['', `${counted(n, 'play')} not ranked: ${text}`]),
    ]),
    ...boards.flatMap(({ board, entries }) => [
      '',
      board,
      ...(entries.length === 0
        ? [player ? '  not on this board' : '  nobody']
        : [...entryLines(entries), ...whyLines(entries, player?.found.id)]),
    ]),
    ...(player ? ['', ...showPlaces(player.plays)] : []),
  ]
}

function maximumText({ simfiles }: ExplainedBoard): string {
  if (simfiles.length === 0) return "by each play's own counts: no pack has this chart"
  return `by ${simfiles.map(({ id, pack }) => `song ${id} of ${printable(pack)}`).join(', ')}`
}

function entryLines(entries: readonly ExplainedEntry[]): string[] {
  return aligned(
    entries.map(({ rank, player, score, grade, playId, position, receivedAt }) => [
      ` ${count(rank)}`,
      printable(player.alias ?? player.id),
      `${score} %`,
      grade,
      `play ${playId}`,
      position,
      receivedAt,
    ]),
    [0, 2],
  )
}

/** Why the player is not one rank higher. */
function whyLines(entries: readonly ExplainedEntry[], player: string | undefined): string[] {
  const at = entries.findIndex((entry) => entry.player.id === player)
  const [above, own] = [entries[at - 1], entries[at]]
  if (!own) return []
  const rank = `  Rank ${count(own.rank)}`
  if (!above) return [`${rank}: nobody has a better score.`]
  const name = printable(above.player.alias ?? above.player.id)
  if (above.score !== own.score) return [`${rank}: ${name} has ${above.score} %, more than ${own.score} %.`]
  return [
    above.receivedAt < own.receivedAt
      ? `${rank}: ${name} has the same score, received earlier.`
      : `${rank}: ${name} has the same score, received within the same hundredth of a second, and the larger id.`,
  ]
}
