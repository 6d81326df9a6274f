import { starsOf } from '@stepledger/contracts/look/star-grades.ts'
import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import type {
  ChangedBoard,
  CompetitionChange,
  RulesPreview,
  SystemChange,
  TopEntry,
} from '@stepledger/contracts/rules/rules-report.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import { count } from '../format-text.ts'
import { previewStyle } from './preview-style.ts'

/** The preview as one HTML file, without scripts and other files. */
export function previewPage(preview: RulesPreview, at: Date): string {
  const { title, scores, boards, competitions } = preview
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview: ${text(title.after)} · Stepledger</title>
<style>${previewStyle}</style>
</head>
<body>
<header><b>Stepledger</b><span>${time}</span></header>
<main>
<h1>Preview of a rules change</h1>
<p class="mute">${text(title.before)} → <b>${text(title.after)}</b>. Nothing has been published yet.</p>
${tiles(preview)}
${panel('What differs', list(preview.differences.map(text)))}
${scores.systems.map((system) => systemPanel(system, preview)).join('\n')}
${boards.list.length > 0 ? panel('Boards that change within the first ten places', boardRows(preview)) : ''}
${boards.players.length > 0 ? panel('Players who gain or lose places', playerRows(preview)) : ''}
${competitions.map((competition) => competitionPanel(competition, preview)).join('\n')}
</main>
</body>
</html>
`
}

function tiles(preview: RulesPreview): string {
  const { changedPlays, plays, betterGrades, worseGrades, boards, firsts, eventPlayers } = summaryOf(preview)
  const { ranked } = preview.scores
  const shown: [string, string][] = [
    ['Plays changed', `${count(changedPlays)} <small>of ${count(plays)}</small>`],
    ['Better grades', count(betterGrades)],
    ['Worse grades', count(worseGrades)],
    ['Boards changed', `${count(boards)} <small>of ${count(preview.boards.boards)}</small>`],
    ['First places moved', count(firsts)],
    ['Event places moved', count(eventPlayers)],
    ...(ranked.gained + ranked.lost > 0
      ? ([['Plays ranked, unranked', `${count(ranked.gained)}, ${count(ranked.lost)}`]] satisfies [
          string,
          string,
        ][])
      : []),
  ]
  return `<dl class="tiles">${shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

function systemPanel(
  { system, plays, changed, raised, lowered, grades, largest }: SystemChange,
  preview: RulesPreview,
): string {
  const moved = grades.filter(({ gained, lost }) => gained + lost > 0)
  const gradeTable = table(
    ['Grade', '#Before', '#After', '#Gained', '#Lost'],
    moved.map(({ grade, before, after, gained, lost }) => [
      gradeText(grade),
      count(before),
      count(after),
      gained > 0 ? `<b class="up">+${count(gained)}</b>` : '0',
      lost > 0 ? `<b class="down">−${count(lost)}</b>` : '0',
    ]),
  )
  const scoreTable = table(
    ['Player', 'Chart', '#Before', '#After'],
    largest.map(({ player, title, chart, before, after }) => [
      name(preview, player),
      text(title || chart),
      percentText(before),
      `<b class="${after > before ? 'up' : 'down'}">${percentText(after)}</b>`,
    ]),
  )
  return panel(
    system,
    `<p>${count(changed)} of ${count(plays)} scores change: ${count(raised)} up, ${count(lowered)} down.</p>
${moved.length > 0 ? `<h3>Grades</h3>${gradeTable}` : ''}${largest.length > 0 ? `<h3>Largest changes</h3>${scoreTable}` : ''}`,
  )
}

function boardRows(preview: RulesPreview): string {
  const { list: listed, changed } = preview.boards
  const left = changed - listed.length
  return `${listed.map((board) => boardRow(board, preview)).join('\n')}${left > 0 ? `<p class="mute">and ${count(left)} more</p>` : ''}`
}

function boardRow({ title, chart, system, before, after }: ChangedBoard, preview: RulesPreview): string {
  const [old, now] = [before[0]?.player, after[0]?.player]
  const first =
    old === now
      ? `<span class="mute">first stays ${name(preview, now)}</span>`
      : `${name(preview, old)} → <b>${name(preview, now)}</b>`
  const placeBefore = new Map(before.map(({ player }, i) => [player, i]))
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
    String(i + 1),
    entryText(before[i], preview),
    entryText(after[i], preview, (player) => arrow(placeBefore.get(player), i)),
  ])
  return `<details><summary><span class="tag">${text(system)}</span> <b>${text(title || chart)}</b><span class="first">${first}</span></summary>
${table(['#', 'Before', 'After'], rows)}</details>`
}

function entryText(
  entry: TopEntry | undefined,
  preview: RulesPreview,
  mark: (player: string) => string = () => '',
): string {
  if (!entry) return ''
  return `${name(preview, entry.player)}${mark(entry.player)} <span class="score">${percentText(entry.hundredths)}</span>`
}

/** How a place compares with the one before; places from 0. */
function arrow(before: number | undefined, after: number): string {
  if (before === after) return ''
  if (before === undefined) return ' <span class="up">new</span>'
  return before > after
    ? ` <span class="up">▲ ${before - after}</span>`
    : ` <span class="down">▼ ${after - before}</span>`
}

function playerRows(preview: RulesPreview): string {
  return table(
    ['Player', '#First places', '#Top ten places'],
    preview.boards.players.map(({ player, firsts, top }) => [
      name(preview, player),
      change(firsts.before, firsts.after),
      change(top.before, top.after),
    ]),
  )
}

function competitionPanel({ name: of, moves }: CompetitionChange, preview: RulesPreview): string {
  const place = (standing: { rank: number } | null) => (standing ? `#${count(standing.rank)}` : 'not in it')
  const rows = moves.moves.map(({ board, player, before, after }) => [
    text(board),
    name(preview, player),
    `${place(before)} → <b>${place(after)}</b>`,
    `${count(before?.points ?? 0)} → <b>${count(after?.points ?? 0)}</b>`,
  ])
  return panel(
    of,
    moves.players === 0
      ? '<p>Nobody’s place or points change.</p>'
      : `<p>${count(moves.players)} players move.</p>${table(['Board', 'Player', '#Place', '#Points'], rows)}`,
  )
}

function change(before: number, after: number): string {
  const kind = after > before ? 'up' : after < before ? 'down' : 'mute'
  return `${count(before)} → <b class="${kind}">${count(after)}</b>`
}

function panel(title: string, content: string): string {
  return `<section><h2>${text(title)}</h2><div class="in">${content}</div></section>`
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

/** Cells are markup. A head that starts with # is of numbers, aligned right. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const kinds = heads.map((head) => (head.startsWith('#') ? ' class="num"' : ''))
  const head = heads.map((each, i) => `<th${kinds[i]}>${each === '#' ? '' : each.replace('#', '')}</th>`)
  const body = rows.map((row) => `<tr>${row.map((cell, i) => `<td${kinds[i]}>${cell}</td>`).join('')}</tr>`)
  return `<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

function name({ aliases }: RulesPreview, player: string | undefined): string {
  if (player === undefined) return 'nobody'
  const alias = aliases[player]
  return alias === undefined ? '<i class="mute">no account</i>' : text(alias)
}

function text(plain: string): string {
  return escapeMarkup(plain)
}

function gradeText(grade: Grade): string {
  const stars = starsOf(grade)
  return stars ? `<span class="stars" aria-label="${grade}">${'★'.repeat(stars.count)}</span>` : grade
}
