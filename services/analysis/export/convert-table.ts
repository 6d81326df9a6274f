import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { type FileFormat, formulaStart, type SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import type { AnalysisColumn, AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'

/** COPY options of DuckDB by format. Row groups are small, so that readers hold little in memory. */
const written: Readonly<Record<FileFormat, string>> = {
  parquet: 'format parquet, compression zstd, row_group_size 16384',
  csv: 'format csv, header true',
  'csv.gz': 'format csv, header true, compression gzip',
  ndjson: 'format json',
}

/** A DuckDB without a database, which converts the rows of Postgres to the formats of files. */
export type Converter = Awaited<ReturnType<typeof openConverter>>

/** `folder`: for what exceeds the memory. An abort of the signal interrupts the running statement. */
export async function openConverter(folder: string, signal: AbortSignal) {
  signal.throwIfAborted()
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '128MB',
    temp_directory: join(folder, 'spilled'),
    // Each thread would allocate its own buffers.
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  const interrupt = () => connection.interrupt()
  signal.addEventListener('abort', interrupt)
  return {
    /** Writes a table, whose rows are in `csv` as Postgres copies them, to `file`. */
    async convert(
      { name, columns }: AnalysisTable,
      { csv, file, format }: { csv: string; file: string; format: FileFormat },
    ): Promise<Omit<SeriesFile, 'path'>> {
      signal.throwIfAborted()
      const types = columns.map((column) => `${quoted(column.name)}: ${quoted(column.type)}`)
      const result = await connection.runAndReadAll(`
        copy (
          select ${columns.map((column) => valueIn(column, format)).join(', ')}
          from read_csv(${quoted(csv)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
            nullstr = '\\N', columns = {${types.join(', ')}})
        ) to ${quoted(file)} (${written[format]})`)
      const sha256 = createHash('sha256')
      await pipeline(createReadStream(file), sha256)
      return {
        table: name,
        format,
        bytes: (await stat(file)).size,
        rows: Number(result.getRows()[0]?.[0]),
        sha256: sha256.digest('hex'),
      }
    },
    close() {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** In CSV, texts that spreadsheets would interpret as formulas are prefixed with an apostrophe. */
function valueIn({ name, type }: AnalysisColumn, format: FileFormat): string {
  if (type !== 'VARCHAR' || !format.startsWith('csv')) return `"${name}"`
  return `regexp_replace("${name}", '^(${formulaStart})', '''\\1') as "${name}"`
}
