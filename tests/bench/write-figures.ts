import { readFile, writeFile } from 'node:fs/promises'
import type { Row } from './rows.ts'
import { aimOf, spread } from './table.ts'

const page = new URL('../../docs/bench.md', import.meta.url)
const begin = '<!-- figures: written by npm run bench -- --write -->\n'
const end = '<!-- /figures -->'
const head = '| path | what | ours | floor | ratio | aim |\n|---|---|---|---|---|---|\n'

/** Time of the measurement, and the load average of the machine before it. */
export interface Taken {
  readonly at: Date
  readonly load: number
}

/** Replaces the results of these paths in docs/bench.md; other paths stay. */
export async function writeFigures(rows: readonly Row[], taken: Taken): Promise<void> {
  await writeFile(page, withFigures(await readFile(page, 'utf8'), rows, taken))
}

/** The page with these results. Throws when it has no markers. */
export function withFigures(text: string, rows: readonly Row[], taken: Taken): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error('docs/bench.md has no place for figures')
  const paths = pathsIn(text.slice(before + begin.length, after))
  for (const path of new Set(rows.map((row) => row.path))) {
    paths.set(
      path,
      rows.filter((row) => row.path === path).map((row, i) => line(row, i === 0 ? heading(path, taken) : '')),
    )
  }
  return `${text.slice(0, before)}${begin}${head}${[...paths.values()].flat().join('')}${text.slice(after)}`
}

const heading = (path: string, { at, load }: Taken) =>
  `${path}<br>${at.toISOString().slice(0, 10)}, load ${load.toFixed(1)}`

function line(row: Row, first: string): string {
  const floor = row.floor ? spread(row.floor) : '–'
  const ratio = row.ratio ? spread(row.ratio) : '–'
  return `| ${[first, row.what, `${spread(row.ours)} ${row.unit}`, floor, ratio, aimOf(row)].join(' | ')} |\n`
}

/** The lines of the table by path: a line without a path belongs to the path above it. */
function pathsIn(table: string): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  let path = ''
  for (const each of table.split('\n').slice(2)) {
    if (!each.startsWith('|')) continue
    const cell = (each.split('|')[1] ?? '').trim()
    if (cell !== '') path = cell.split('<br>')[0] ?? cell
    paths.set(path, [...(paths.get(path) ?? []), `${each}\n`])
  }
  return paths
}
