import { promise } from '@stepledger/contracts/analysis/promise.ts'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'

/** The README of an exported folder: licence, how to open the files, dictionary. Markdown. */
export function readmeOf({ madeAt, rules, files }: Series, licence: string | null): string {
  const [example = { path: '' }] = files
  const tables = analysisTables.map(({ name, rowsOf, columns }) => {
    const file = files.find(({ table }) => table === name)
    const rows = columns.map(({ name, type, meaning, nullable }) => {
      const missing = nullable === null ? '' : `; missing: ${nullable}`
      return `| \`${name}\` | ${type} | ${meaning}${missing} |`
    })
    return [
      `### ${name}`,
      `\`${file?.path}\`, ${file?.rows} rows. A row is: ${rowsOf}.`,
      ['| column | type | meaning |', '|---|---|---|', ...rows].join('\n'),
    ].join('\n\n')
  })
  return `${[
    '# Plays of a Stepledger site',
    `Everything up to ${madeAt}, scored by "${rules}".`,
    ...promise,
    '## Licence',
    licence ?? 'No licence is set: ask the operator of the site before you publish results.',
    '## How to open it',
    `With [DuckDB](https://duckdb.org), in this folder: \`SELECT * FROM '${example.path}' LIMIT 10\`. Parquet files also open in pandas, Polars and R, CSV files in any spreadsheet. \`series.json\` lists the files with their SHA-256.`,
    '## Tables',
    ...tables,
  ].join('\n\n')}\n`
}
