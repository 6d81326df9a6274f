import { readFile, writeFile } from 'node:fs/promises'
import type { Row } from './rows.ts'
import { aimOf, figure } from './table.ts'

const page = new URL('../../docs/bench.md', import.meta.url)
const begin = '<!-- figures: written by npm run bench -- --write -->\n'
const end = '<!-- /figures -->'

/** Replaces the figures of docs/bench.md that were measured. */
export async function writeFigures(rows: readonly Row[], at: Date): Promise<void> {
  await writeFile(page, withFigures(await readFile(page, 'utf8'), rows, at))
}

/** The page with these results in the rows that it has; other rows are printed only. Throws when it has no markers. */
export function withFigures(text: string, rows: readonly Row[], at: Date): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error('docs/bench.md has no place for figures')
  const start = before + begin.length
  const table = text
    .slice(start, after)
    .split('\n')
    .map((line) => {
      const row = rows.find(({ path, what }) => line.startsWith(`| ${path}: ${what} |`))
      return row === undefined ? line : lineOf(row, at)
    })
  return text.slice(0, start) + table.join('\n') + text.slice(after)
}

function lineOf(row: Row, at: Date): string {
  const median = (spread: Row['floor']) => (spread ? figure(spread.median) : '–')
  const cells = [
    `${row.path}: ${row.what}`,
    `${median(row.ours)} ${row.unit}`,
    median(row.floor),
    median(row.ratio),
    aimOf(row),
    at.toISOString().slice(0, 10),
  ]
  return `| ${cells.join(' | ')} |`
}
