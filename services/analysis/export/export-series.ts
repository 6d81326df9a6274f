import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileFormat, Series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables, schemaVersion } from '@stepledger/contracts/analysis/tables.ts'
import { competitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { openConverter } from './convert-table.ts'
import { type CountedPlays, countTiming } from './count-timing.ts'
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
