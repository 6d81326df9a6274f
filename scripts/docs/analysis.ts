import { promise } from '@stepledger/contracts/analysis/promise.ts'
import { type Question, questions } from '@stepledger/contracts/analysis/questions.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { withGeneratedPart } from './generated-part.ts'

const lineLength = 120

/** docs/analysis.md with the promise, views and questions of contracts/analysis. */
export function withQuestions(page: string): string {
  const parts = {
    promise: promise.map(wrapped).join('\n\n'),
    'views of a site': sqlBlock(viewsOfSite('https://stepledger.example')),
    'views of a folder': sqlBlock(viewsOfFolder('history')),
    questions: questions.map(sectionOf).join('\n\n'),
  }
  return Object.entries(parts).reduce(
    (text, [name, part]) => withGeneratedPart(text, name, 'analysis', part),
    page,
  )
}

/** A view for each table, over the Parquet files of a folder written by `ledger export`. */
export function viewsOfFolder(folder: string): string {
  const views = analysisTables.map(({ name }) => `CREATE VIEW ${name} AS FROM '${name}.parquet';`)
  return [`SET file_search_path = '${folder}';`, ...views].join('\n')
}

/** A view for each table, over the files of a site, which are fetched on demand. */
export function viewsOfSite(host: string): string {
  const views = analysisTables.map(
    ({ name }) => `CREATE VIEW ${name} AS FROM read_parquet(getvariable('series') || '${name}.parquet');`,
  )
  return [
    `SET VARIABLE host = '${host}';`,
    "SET VARIABLE series = (SELECT getvariable('host') || '/data/files/' || series[1].id || '/'",
    "  FROM read_json(getvariable('host') || '/api/data'));",
    ...views,
  ].join('\n')
}

function sqlBlock(sql: string): string {
  return `\`\`\`sql\n${sql}\n\`\`\``
}

function sectionOf({ title, reading, sql }: Question, i: number): string {
  return `### ${i + 1}. ${title}\n\n${wrapped(reading)}\n\n${sqlBlock(sql)}`
}

function wrapped(text: string): string {
  return text.replace(new RegExp(`(.{1,${lineLength}})(?: |$)`, 'g'), '$1\n').trimEnd()
}
