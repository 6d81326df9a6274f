import type { Answer, Figure } from '../../analysis/question.ts'
import { drawBars } from './draw-bars.ts'
import { drawDots } from './draw-dots.ts'
import { drawLines } from './draw-lines.ts'
import { drawRows, heightOfRows } from './draw-rows.ts'
import { type Line, linesOf } from './lines-of.ts'
import type { Drawing } from './marks.ts'

/** px. */
const height = 280

/** Draws a query result for a width in px; null if it has nothing to show. */
export function drawFigure(answer: Answer, figure: Figure, width: number): Drawing | null {
  const lines = linesOf(answer, figure)
  if (lines.length === 0) return null
  const words = describe(lines, figure)
  switch (figure.kind) {
    case 'lines':
      return { width, height, words, marks: drawLines(lines, figure, width, height) }
    case 'dots':
      return { width, height, words, marks: drawDots(lines, figure, width, height) }
    case 'rows':
      return { width, height: heightOfRows(lines), words, marks: drawRows(lines, figure, width) }
    default:
      return { width, height, words, marks: drawBars(lines, figure, width, height) }
  }
}

function describe(lines: readonly Line[], { x, y }: Figure): string {
  const names = lines.map(({ name }) => name).filter((name) => name !== '')
  const points = lines.reduce((sum, line) => sum + line.points.length, 0)
  return `${y.label} by ${x.label}${names.length > 0 ? `: ${names.join(', ')}` : ''}; ${points} values, all in the table`
}
