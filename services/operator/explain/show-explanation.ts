import type { PointsLine } from '@stepledger/contracts/http/shapes/explanation.ts'
import type { Explanation, SystemExplanation } from '@stepledger/projections/scoring/explain.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { aligned, count, counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import type { BoardStanding, ExplainedPlay } from './explain-play.ts'

export function showExplanation(play: ExplainedPlay): string[] {
  const { event, player, chart, rules, explanation, standings } = play
  return [
    ...aligned([
      ['Play', String(play.playId)],
      ['Event', `${event.type} v${event.v} at ${event.position}, id ${printable(event.id)}`],
      ['Received', event.receivedAt],
      ['Played', play.clockWasWrong ? `${play.playedAt}: the game's clock was wrong` : play.playedAt],
      ['Player', `${player.alias === null ? 'deleted account' : printable(player.alias)} (${player.id})`],
      ['Chart', `${printable(chart.title)} (${chart.hash})`],
      ['Rules', `"${printable(rules.title)}" (rules 0:${rules.offset})${generationText(play)}`],
      ['State', stateText(play)],
      ...waitsLines(play),
      ['Counts', countsText(play)],
      ['Rows', explanation ? rowsText(explanation) : 'malformed: nothing can be scored'],
    ]),
    ...(explanation?.systems ?? []).flatMap((system, i) => [
      '',
      `${system.name}: ${percentText(system.hundredths)} %, ${system.grade}${shownText(play, i)}`,
      ...indented(sumLines(system)),
      `  grade ${gradeText(system)}`,
      ...indented(standings.filter(({ board }) => board === system.name).map(standingText)),
    ]),
  ]
}

function generationText({ generation }: ExplainedPlay): string {
  return generation === null ? '' : `, generation ${generation}`
}

function stateText({ state, parkedFor, withdrawn }: ExplainedPlay): string {
  if (state === 'parked') return `parked: ${printable(parkedFor ?? '')}`
  const place = state === 'shown' ? 'shown' : 'in the ledger, not folded yet'
  if (!withdrawn) return place
  const text = `withdrawn at ${withdrawn.at}${withdrawn.wipe === null ? '' : ` by wipe ${withdrawn.wipe}`}`
  return withdrawn.folded ? text : `${place}; ${text}, not folded yet`
}

function waitsLines({ waitsBehind, state }: ExplainedPlay): string[][] {
  if (!waitsBehind) return []
  const { parked, events } = waitsBehind
  if (parked)
    return [['Waits', `behind ${printable(parked.type)} at ${parked.position}: ${printable(parked.reason)}`]]
  return state === 'waiting' ? [['Waits', `behind ${counted(events, 'event')} of its partition`]] : []
}

function countsText({ explanation, withdrawn, parkedFor }: ExplainedPlay): string {
  const reasons = [
    ...(explanation?.reasons ?? []).map(({ text }) => text),
    ...(withdrawn ? ['It was withdrawn.'] : []),
    ...(parkedFor === null ? [] : ['It is parked.']),
  ]
  return reasons.length === 0 ? 'yes' : `no: ${reasons.join(' ')}`
}

function rowsText({ rows, rowsCounted, failedAt, maximumFrom, provisional }: Explanation): string {
  const failed =
    failedAt === null ? '' : `, ${count(rowsCounted)} before the fail at ${failedAt.toFixed(3)} song seconds`
  return `${count(rows)}${failed}; ${maximumTexts[maximumFrom]}${provisional ? ', as long as no pack contains the chart' : ''}`
}

const maximumTexts = {
  chart: "the maximum is the chart's",
  game: 'the maximum is by the rows that the game expected',
  play: 'the maximum is by its own rows',
} as const

/** The score in the read model, if it differs. */
function shownText({ shown, explanation }: ExplainedPlay, i: number): string {
  const row = shown?.[i]
  const system = explanation?.systems[i]
  if (!row || (row.hundredths === system?.hundredths && row.grade === system.grade)) return ''
  return `, BUT ${percentText(row.hundredths)} %, ${row.grade} is shown: run \`ledger verify\``
}

/** A grade rule starts with its grade; without a rule the grade is prepended. */
function gradeText({ grade, gradeRule }: SystemExplanation): string {
  return gradeRule.startsWith(`${grade}:`) ? gradeRule : `${grade}: ${gradeRule}`
}

function sumLines(system: SystemExplanation): string[] {
  const { earned, sum, possible, maximum, percent, arithmetic, hundredths } = system
  return [
    ...aligned(
      [
        ...earned.map(pointsCells),
        ['earned', '', '', '', '=', number(sum)],
        ...possible.map(pointsCells),
        ['to be earned', '', '', '', '=', number(maximum)],
      ],
      [1, 3, 5],
    ),
    `${number(sum)} / ${number(maximum)} = ${percent.toFixed(6)} %, ${cutTexts[arithmetic]} ${percentText(hundredths)} %`,
  ]
}

const cutTexts = {
  double: 'cut to',
  engine: 'in single precision, plus 0.0001 as the game adds, cut to',
} as const

function pointsCells({ what, count: n, weight, points }: PointsLine): string[] {
  return [what, count(n), '×', number(weight), '=', number(points)]
}

function number(n: number): string {
  return String(Math.round(n * 1000) / 1000)
}

function standingText({ rank, total, personalBest, delta }: BoardStanding): string {
  const by = personalBest ? 'by this play' : 'by a better play'
  const change = delta === null ? 'first play of this chart' : `${delta} compared with the previous best`
  return `rank ${count(rank)} of ${count(total)} ${by}; ${change}`
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
