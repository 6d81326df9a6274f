import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'

type Tables = readonly Pick<AnalysisTable, 'name' | 'monthly'>[]

/** A view for each table, over the Parquet files of a folder written by `ledger export`. */
export function viewsOfFolder(tables: Tables, folder: string): string {
  const views = tables.map(({ name, monthly }) => {
    return `CREATE VIEW ${name} AS FROM '${monthly ? `${name}/*` : name}.parquet';`
  })
  return [`SET file_search_path = '${folder}';`, ...views].join('\n')
}

/** A view for each table, over the files of a site, which are fetched on demand. */
export function viewsOfSite(tables: Tables, host: string): string {
  const views = tables.flatMap(({ name }) => [
    `SET VARIABLE ${name} = (SELECT list(getvariable('host') || url) FROM files WHERE "table" = '${name}');`,
    `CREATE VIEW ${name} AS FROM read_parquet(getvariable('${name}'));`,
  ])
  return [
    `SET VARIABLE host = '${host}';`,
    'CREATE TABLE files AS',
    "  SELECT unnest(series[1].files, recursive := true) FROM read_json(getvariable('host') || '/api/data');",
    ...views,
  ].join('\n')
}
