import { getRulesInForce, previewRules } from '@stepledger/contracts/http/operated-rules.ts'
import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import type { ChangedBoard, RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { describeAnswer } from '../actions/describe-answer.ts'
import { count } from '../format-text.ts'
import { jsonDocument } from '../printable.ts'
import { previewPage } from './preview-page.ts'

/** How an answer is printed that fields and tables alone do not show. */
export interface AnswerForm {
  text(answer: unknown): string[]
  /** A page of HTML that `--html` writes; null if the answer has none. */
  page?(answer: unknown): string | null
}

/** By the name of the route. */
export const answerForms: Readonly<Record<string, AnswerForm>> = {
  [getRulesInForce.name]: { text: (rules) => [jsonDocument(rules)] },
  [previewRules.name]: {
    text(answer) {
      const report = reportIn(answer)
      return describeAnswer(report === null ? answer : tablesOf(report))
    },
    page(answer) {
      const report = reportIn(answer)
      return report && previewPage(report, new Date())
    },
  },
}

function reportIn(answer: unknown): RulesPreview | null {
  return previewRules.answer.shape.done.parse(answer)?.report ?? null
}

const shownBoards = 20
const shownPlayers = 10

/** Everything that changes, in one level of tables; lists are cut to what is read on a terminal. */
function tablesOf(report: RulesPreview) {
  const { live, preview, parked, scores, boards, competitions, differences } = report
  const { largestMove: _, boards: changedBoards, ...summary } = summaryOf(report)
  const alias = (player: string | undefined) =>
    player === undefined ? 'nobody' : (report.aliases[player] ?? player)
  return {
    live,
    preview,
    ...summary,
    changedBoards: `${count(changedBoards)} of ${count(boards.boards)}`,
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
    boards: boards.list.slice(0, shownBoards).map((board) => ({
      system: board.system,
      chart: `${board.title} (${board.chart})`,
      first: change(alias(board.before[0]?.player), alias(board.after[0]?.player)),
      changedPlaces: changedPlaces(board),
    })),
    players: boards.players.slice(0, shownPlayers).map(({ player, firsts, top }) => ({
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
