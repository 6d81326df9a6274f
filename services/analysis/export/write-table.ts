import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileFormat, SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import type { AnalysisColumn, AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { z } from 'zod'
import { type Duck, quoted } from './duck.ts'
import { draftEnding } from './work-folder.ts'

/** COPY options of DuckDB by format. Row groups are small, so that readers can skip them. */
const written: Readonly<Record<FileFormat, string>> = {
  parquet: 'format parquet, compression zstd, row_group_size 16384',
  csv: "format csv, header true, delimiter ','",
  ndjson: 'format json',
}
const counted = z.object({ rows: z.bigint() })

interface Place {
  readonly folder: string
  readonly path: string
  readonly month: string | null
  readonly format: FileFormat
}

/** Writes `published_<table>` with the columns of the data dictionary, in its order. Files are written atomically. */
export async function writeTable(duck: Duck, table: AnalysisTable, place: Place): Promise<SeriesFile> {
  const draft = join(place.folder, place.path) + draftEnding
  try {
    return await writeDraft(duck, table, place, draft)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDraft(
  duck: Duck,
  table: AnalysisTable,
  { folder, path, month, format }: Place,
  draft: string,
): Promise<SeriesFile> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const columns = table.columns.map((column) => columnSql(column, format))
  await duck.run(
    `copy (select ${columns.join(', ')} from published_${table.name} order by ${table.sortedBy.join(', ')})
     to ${quoted(draft)} (${written[format]})`,
  )
  const counts = await duck.rows(`select count(*) as rows from published_${table.name}`, counted)
  const { size: bytes } = await stat(draft)
  const sha256 = createHash('sha256')
  await pipeline(createReadStream(draft), sha256)
  await rename(draft, file)
  return {
    table: table.name,
    month,
    path,
    bytes,
    rows: Number(itemAt(counts, 0).rows),
    sha256: sha256.digest('hex'),
  }
}

function columnSql({ name, type }: AnalysisColumn, format: FileFormat): string {
  const column = `"${name}"`
  const value = format === 'csv' && type === 'VARCHAR' ? asText(column) : column
  return `(${value})::${type} as ${column}`
}

/** Prefixes texts that spreadsheets would interpret as formulas, also in full width, with an apostrophe. */
function asText(column: string): string {
  return `case when regexp_matches(${column}, '^[=+\\-@\\t\\r\\n＝＋－＠]') then '''' || ${column} else ${column} end`
}
