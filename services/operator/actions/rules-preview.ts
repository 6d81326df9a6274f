import { previewRules } from '@stepledger/contracts/http/operated-rules.ts'
import type { Route } from '@stepledger/contracts/http/route.ts'
import { type ChangedBoard, type RulesPreview, summaryOf } from '@stepledger/contracts/rules/rules-report.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import { count } from '../format-text.ts'
import { listsOf, plainFields, tableOf } from './describe-answer.ts'

/** Null in the answers of other routes, and if the preview was not waited for. */
export function reportIn(route: Route, answer: unknown): RulesPreview | null {
  if (route.name !== previewRules.name) return null
  return previewRules.answer.shape.done.parse(answer)?.report ?? null
}

/** Numbers of listed rows that are read on a terminal; a page shows all. */
export const onTerminal = { boards: 20, players: 10 }

/** Everything that changes, as fields and tables. */
export function previewTables(
  report: RulesPreview,
  shown = { boards: report.boards.list.length, players: report.boards.players.length },
) {
  const { live, preview, parked, scores, boards, competitions, differences } = report
  const { largestMove: _, boards: changedBoards, firsts: firstPlacesMoved, ...summary } = summaryOf(report)
  const alias = (player: string | undefined) =>
    player === undefined ? 'nobody' : (report.aliases[player] ?? player)
  return {
    live,
    preview,
    ...summary,
    changedBoards: `${count(changedBoards)} of ${count(boards.boards)}`,
    firstPlacesMoved,
    rankedOnlyThen: scores.ranked.gained,
    rankedOnlyNow: scores.ranked.lost,
    newSystems: scores.added,
    removedSystems: scores.removed,
    parked,
    differences,
    scores: scores.systems.map(({ system, plays, changed, raised, lowered }) => ({
      system,
      plays,
      changed,
      raised,
      lowered,
    })),
    grades: scores.systems.flatMap(({ system, grades }) =>
      grades.filter(({ gained, lost }) => gained + lost > 0).map((grade) => ({ system, ...grade })),
    ),
    largestChanges: scores.systems.flatMap(({ system, largest }) =>
      largest.map(({ playId, player, title, before, after }) => ({
        system,
        playId,
        player: alias(player),
        chart: title,
        before: percentText(before),
        after: percentText(after),
      })),
    ),
    boards: boards.list.slice(0, shown.boards).map((board) => ({
      system: board.system,
      chart: `${board.title} (${board.chart})`,
      first: change(alias(board.before[0]?.player), alias(board.after[0]?.player)),
      changedPlaces: changedPlaces(board),
    })),
    players: boards.players.slice(0, shown.players).map(({ player, firsts, top }) => ({
      player: alias(player),
      firsts: change(count(firsts.before), count(firsts.after)),
      topTen: change(count(top.before), count(top.after)),
    })),
    events: competitions.flatMap(({ name, moves }) =>
      moves.moves.map(({ board, player, before, after }) => ({
        event: name,
        board,
        player: alias(player),
        place: change(before ? `#${before.rank}` : 'not in it', after ? `#${after.rank}` : 'not in it'),
        points: change(count(before?.points ?? 0), count(after?.points ?? 0)),
      })),
    ),
  }
}

function change(before: string, after: string): string {
  return before === after ? before : `${before} → ${after}`
}

function changedPlaces({ before, after }: ChangedBoard): number {
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, place) => place)
  return places.filter((place) => before[place]?.player !== after[place]?.player).length
}

/** The preview as one HTML file, without scripts and other files. */
export function previewPage(report: RulesPreview, at: Date): string {
  const { title } = report
  const tables = previewTables(report)
  const numbers = plainFields(tables).map(
    ([name, value]) => `<div><dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd></div>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview: ${escapeMarkup(title.after)} · Stepledger</title>
<style>${style}</style>
</head>
<body>
<h1>Preview of a rules change</h1>
<p>${escapeMarkup(title.before)} → <b>${escapeMarkup(title.after)}</b>, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC. Nothing has been published yet.</p>
<dl>${numbers.join('')}</dl>
${listsOf(tables)
  .map(({ heading, list }) => `<h2>${escapeMarkup(heading)}</h2>\n${markupOf(list)}`)
  .join('\n')}
</body>
</html>
`
}

function markupOf(list: readonly unknown[]): string {
  const { heads, rows, right } = tableOf(list)
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell, i) => `<${tag}${right.includes(i) ? ' class="num"' : ''}>${escapeMarkup(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${heads === null ? '' : row(heads, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`
}

const style = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; font: 0.875rem/1.25rem system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1rem; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1rem; }
dt, th { font-size: 0.75rem; font-weight: 600; }
dd { margin: 0; font-size: 1.25rem; line-height: 1.75rem; font-weight: 700; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid gray; text-align: left; }
.num { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
`
