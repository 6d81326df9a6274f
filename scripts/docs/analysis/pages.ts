import type { DuckDBConnection } from '@duckdb/node-api'
import type { Question } from '@stepledger/contracts/analysis/question.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { drawFigure } from '@stepledger/contracts/look/figure/draw-figure.ts'
import { withGeneratedPart } from '../generated-part.ts'
import { viewsOfFolder, viewsOfSite } from './opening.ts'
import { runQuery } from './sample-database.ts'
import { svgOf } from './svg.ts'

/** Width of a documentation page, px. */
const width = 720
const lineLength = 120

/** The pictures, by path below docs/. */
export async function picturesOf(connection: DuckDBConnection): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  for (const question of questions) {
    const drawing = drawFigure(await runQuery(connection, question.sql), question.figure, width)
    if (drawing === null) throw new Error(`${question.name}: its figure shows none of the result`)
    pictures.set(pictureOf(question), svgOf(drawing))
  }
  return pictures
}

/** docs/analysis.md with the questions and views of contracts/analysis. */
export function withQuestions(page: string): string {
  const parts = {
    'views of a site': sqlBlock(viewsOfSite(analysisTables, 'https://stepledger.example')),
    'views of a folder': sqlBlock(viewsOfFolder(analysisTables, 'history')),
    questions: questions.map(sectionOf).join('\n\n'),
  }
  return Object.entries(parts).reduce(
    (text, [name, part]) => withGeneratedPart(text, name, 'analysis', part),
    page,
  )
}

function sqlBlock(sql: string): string {
  return `\`\`\`sql\n${sql}\n\`\`\``
}

function sectionOf(question: Question, i: number): string {
  const { title, reading, sql } = question
  return `### ${i + 1}. ${title}\n\n${wrapped(reading)}\n\n${sqlBlock(sql)}\n\n![${title}](${pictureOf(question)})`
}

function wrapped(text: string): string {
  return text.replace(new RegExp(`(.{1,${lineLength}})(?: |$)`, 'g'), '$1\n').trimEnd()
}

function pictureOf({ name }: Question): string {
  return `pictures/analysis/${name}.svg`
}
