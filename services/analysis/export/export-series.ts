import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { FileFormat, Series } from '@stepledger/contracts/analysis/series.ts'
import { formulaStart, type SeriesFile } from '@stepledger/contracts/analysis/series.ts'
import type { AnalysisColumn, AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import { analysisTables, offsetClass, schemaVersion } from '@stepledger/contracts/analysis/tables.ts'
import { competitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { unpackOffsets } from '@stepledger/contracts/play/pack-rows.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { explainFailure, NothingFoldedError } from './export-failed-error.ts'
import { numberPlayers, playPositionsQuery, tableQueries } from './table-queries.ts'

export interface ExportDeps {
  readonly database: Pick<Database, 'connect'>
  readonly ledger: Pick<Ledger, 'read' | 'partitions'>
  now(): number
}

export interface ExportOptions {
  readonly id: string
  /** The work folder of this export (work-folder.ts), below which the files are written. */
  readonly folder: string
  /** Prefix of the paths of files. */
  readonly prefix: string
  readonly formats: readonly FileFormat[]
  onProgress(doing: { what: string; done?: number; of?: number; unit?: string }): void
  readonly signal: AbortSignal
}

/**
 * Exports everything that the live generation holds, from one snapshot. The rows pass through files, so memory does not
 * grow with them. Throws NothingFoldedError, the reason of an aborted signal, or ExportFailedError.
 */
export async function exportSeries(deps: ExportDeps, options: ExportOptions): Promise<Series> {
  const { id, folder, prefix, formats, signal } = options
  let doing = 'Starting the export'
  const onProgress: ExportOptions['onProgress'] = (progress) => {
    doing = progress.what
    options.onProgress(progress)
  }
  try {
    const madeAt = new Date(deps.now()).toISOString()
    onProgress({ what: 'Copying the plays out of the database' })
    const { generation, positions } = await copySnapshot(deps, folder, signal)
    await writeTiming(deps, { folder, onProgress, signal })
    const files: Series['files'] = []
    const converter = await openConverter(folder, signal)
    try {
      for (const [done, table] of analysisTables.entries()) {
        onProgress({ what: 'Writing the files', done, of: analysisTables.length, unit: 'tables' })
        const csv = csvOf(folder, table.name)
        for (const format of formats) {
          const path = `${prefix}${table.name}.${format}`
          const file = join(folder, path)
          await mkdir(dirname(file), { recursive: true })
          files.push({ ...(await converter.convert(table, { csv, file, format })), path })
        }
        await rm(csv)
      }
    } finally {
      converter.close()
    }
    const { ledgerId, rules } = generation
    return { id, madeAt, schemaVersion, ledgerId, positions, rules: rules.title, files }
  } catch (error) {
    throw await explainFailure(error, { doing, folder, signal })
  }
}

/** The rows of a table on their way from Postgres to its files. */
const csvOf = (folder: string, table: string) => join(folder, `${table}.rows`)
const positionsOfPlays = 'positions'

const idleTimeoutMs = 15_000

/** Copies all tables from one snapshot, on a connection that is closed afterwards: an interrupted COPY goes on until then. */
async function copySnapshot({ database }: ExportDeps, folder: string, signal: AbortSignal) {
  const client = await database.connect('stepledger export')
  try {
    // No parallel workers, so that other queries keep their cores.
    await client.query(`begin isolation level repeatable read;
      set local max_parallel_workers_per_gather = 0;
      set local work_mem = '32MB';
      set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`)
    const generation = await readLiveGeneration({ pool: client })
    if (!generation) throw new NothingFoldedError('No generation is live yet: there is nothing to export')
    const positions = await readCheckpoints(client, generation.id)
    await client.query(numberPlayers)
    const queries = tableQueries(generation, await closedCompetitions(client, generation))
    for (const [table, query] of Object.entries({
      ...queries,
      [positionsOfPlays]: playPositionsQuery(generation),
    })) {
      const rows = client.query(copyTo(`copy (${query}) to stdout (format csv, null '\\N')`))
      await pipeline(rows, createWriteStream(csvOf(folder, table)), { signal })
    }
    return { generation, positions }
  } finally {
    await client.end().catch(() => {})
  }
}

const closedRows = z.array(z.object({ document: competitionDocument, players: z.int() }))

async function closedCompetitions(client: pg.Client, { schema }: Generation) {
  const { rows } = await client.query(`
    select state->'document' as document, coalesce((
        select max((select sum(n) from unnest(players) as n)) from ${schema}.event_boards b where b.slug = e.slug
      ), 0)::integer as players
    from ${schema}.events e where state->>'closed' is not null`)
  return closedRows.parse(rows).map(({ document, players }) => ({ ...document, mostPlayers: players }))
}

/** Counts the table that only the ledger has the rows of. */
async function writeTiming(
  { ledger }: ExportDeps,
  { folder, onProgress, signal }: Pick<ExportOptions, 'folder' | 'onProgress' | 'signal'>,
): Promise<void> {
  const plays = await readPositions(folder, ledger.partitions.events)
  const of = plays.partitions.reduce((sum, { offsets }) => sum + offsets.length, 0)
  const report = (done: number) =>
    onProgress({ what: 'Reading the steps from the ledger', done, of, unit: 'plays' })
  report(0)
  async function* lines() {
    for await (const { chart, ms, rows } of countTiming(plays, { ledger, onProgress: report, signal }))
      yield `${chart},${ms ?? '\\N'},${rows}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(csvOf(folder, 'timing')), { signal })
}

async function readPositions(folder: string, partitions: number): Promise<CountedPlays> {
  const numbers = new Map<string, number>()
  const plays = Array.from({ length: partitions }, () => ({
    offsets: [] as number[],
    charts: [] as number[],
  }))
  const path = csvOf(folder, positionsOfPlays)
  const file = await open(path)
  for await (const line of file.readLines()) {
    const [partition = '', offset = '', chart = ''] = line.split(',')
    const number = numbers.get(chart) ?? numbers.size
    numbers.set(chart, number)
    const { offsets, charts } = itemAt(plays, Number(partition))
    offsets.push(Number(offset))
    charts.push(number)
  }
  await rm(path)
  return { charts: [...numbers.keys()], partitions: plays }
}

/** COPY options of DuckDB by format. Row groups are small, so that readers hold little in memory. */
const written: Readonly<Record<FileFormat, string>> = {
  parquet: 'format parquet, compression zstd, row_group_size 16384',
  csv: 'format csv, header true',
  'csv.gz': 'format csv, header true, compression gzip',
  ndjson: 'format json',
}

/**
 * A DuckDB without a database, which converts the rows of Postgres to the formats of files. `folder`: for what exceeds
 * the memory. An abort of the signal interrupts the running statement.
 */
async function openConverter(folder: string, signal: AbortSignal) {
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

/** The plays to count: by partition, ascending offsets and the number of the chart of each. */
interface CountedPlays {
  readonly charts: readonly string[]
  readonly partitions: readonly { readonly offsets: number[]; readonly charts: number[] }[]
}

interface CountOptions {
  readonly ledger: Pick<Ledger, 'read'>
  /** Called with the number of plays read so far. */
  onProgress(done: number): void
  readonly signal: AbortSignal
}

const { width, last } = offsetClass
const classes = (2 * last) / width

/**
 * Reads the plays from the ledger, half of the time, so that pages beside it are not held up by Postgres, whose processes
 * have no lower priority. Yields the non-zero counts of each chart; `ms`: null for missed rows. */
async function* countTiming(
  { charts, partitions }: CountedPlays,
  { ledger, onProgress, signal }: CountOptions,
): AsyncGenerator<{ readonly chart: string; readonly ms: number | null; readonly rows: number }> {
  // By offset class, then the missed rows.
  const counts = charts.map(() => new Uint32Array(classes + 1))
  const next = partitions.map(() => 0)
  const from = partitions.map(({ offsets }) => offsets[0] ?? 0)
  const to = partitions.map(({ offsets }) => (offsets.at(-1) ?? -1) + 1)
  let done = 0
  let since = performance.now()
  for await (const batch of ledger.read('events', from, { to })) {
    signal.throwIfAborted()
    for (const { partition, offset, bytes } of batch) {
      const plays = itemAt(partitions, partition)
      const at = itemAt(next, partition)
      if (plays.offsets[at] !== offset) continue
      next[partition] = at + 1
      const event = decodeEvent(bytes)
      if (event?.type !== 'PlaySubmitted')
        throw new Error(`there is no play at ${partition}:${offset} of the ledger`)
      const ofChart = itemAt(counts, itemAt(plays.charts, at))
      for (const seconds of unpackOffsets(event.data.rows)) {
        const of = classOf(seconds)
        ofChart[of] = itemAt(ofChart, of) + 1
      }
      done += 1
    }
    onProgress(done)
    await sleep(performance.now() - since, undefined, { signal })
    since = performance.now()
  }
  if (next.some((at, partition) => at < itemAt(partitions, partition).offsets.length))
    throw new Error('the ledger ends before the plays that were folded from it')
  for (const [i, chart] of charts.entries())
    for (const [at, rows] of itemAt(counts, i).entries())
      if (rows > 0) yield { chart, ms: at === classes ? null : at * width - last, rows }
}

function classOf(seconds: number): number {
  if (Number.isNaN(seconds)) return classes
  // Rounded to whole microseconds first, since 0.29 * 1000 is less than 290.
  const nth = Math.floor(Math.round(seconds * 1e6) / (1000 * width)) + last / width
  return Math.max(0, Math.min(classes - 1, nth))
}
