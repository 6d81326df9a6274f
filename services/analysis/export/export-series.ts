import { createHash } from 'node:crypto'
import { quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import { schemaChanges } from '@stepledger/contracts/analysis/schema-changes.ts'
import type { FileFormat, Series, SeriesFile, SeriesMonth } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { readNoiseKey } from '../publication/published-series.ts'
import { publishCharts } from './chart-tables.ts'
import { type CopiedTable, loadCopied } from './copy-from-postgres.ts'
import { publishCounts } from './count-tables.ts'
import { type Duck, openDuck } from './duck.ts'
import { explainFailure, NothingFoldedError } from './export-failed-error.ts'
import { readMonthSteps } from './month-steps.ts'
import { prepareNoise } from './noisy-cells.ts'
import { publishOtherTables } from './other-tables.ts'
import { publishPlayers } from './player-tables.ts'
import { prepareHistory } from './prepare-history.ts'
import { stageHistory } from './stage-history.ts'
import { publishTiming } from './timing-tables.ts'
import { writeTable } from './write-table.ts'

export interface ExportDeps {
  readonly database: Pick<Database, 'connect'>
  readonly ledger: Pick<Ledger, 'read' | 'partitions'>
  now(): number
}

export interface ExportOptions {
  readonly id: string
  /** Destination of the files, which have a temporary name until they are complete. Contains only publishable data. */
  readonly folder: string
  /** Path of the work folder of this export (work-folder.ts). */
  readonly work: string
  /** Prefix of the paths of files. */
  readonly prefix: string
  readonly format: FileFormat
  /** First and last month, such as `2026-11`; null: unlimited. */
  readonly from: string | null
  readonly to: string | null
  /** An earlier series of the same format, whose unchanged months are reused without writing files. */
  readonly known: Series | null
  /** Called after each completed month, with the series so far, and at the end. */
  save(series: Series): Promise<void>
  onProgress(doing: { what: string; done?: number; of?: number; unit?: string }): void
  readonly signal: AbortSignal
}

/**
 * Exports the completed months of the live generation from one snapshot, as counts and means with noise
 * (docs/anonymity.md). Memory is bounded; larger data is spilled to the work folder. Throws NothingFoldedError, the
 * reason of an aborted signal, or ExportFailedError.
 */
export async function exportSeries(deps: ExportDeps, options: ExportOptions): Promise<Series> {
  const { folder, work, signal } = options
  let doing = 'Opening the temporary tables'
  const onProgress: ExportOptions['onProgress'] = (progress) => {
    doing = progress.what
    options.onProgress(progress)
  }
  let duck: Duck | null = null
  try {
    const { copied, ...read } = await copyGeneration(deps, { work, onProgress, signal })
    duck = await openDuck(work, signal)
    onProgress({ what: 'Preparing the plays' })
    await loadCopied(duck, copied)
    await prepareNoise(duck, { key: read.key })
    return await write(deps, duck, { ...options, ...read, onProgress })
  } catch (error) {
    throw await explainFailure(error, { doing, folders: [work, folder], signal })
  } finally {
    duck?.close()
  }
}

const idleTimeoutMs = 15_000

/** Copies the live generation to files, on a connection that is closed afterwards, also after an error. */
async function copyGeneration(
  { database }: ExportDeps,
  { work, onProgress, signal }: Pick<ExportOptions, 'work' | 'onProgress' | 'signal'>,
) {
  onProgress({ what: 'Copying the plays out of the database' })
  const client = await database.connect('stepledger export')
  try {
    // No parallel workers, so that other queries keep their cores.
    await client.query(`begin isolation level repeatable read read only;
      set local max_parallel_workers_per_gather = 0;
      set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`)
    const generation = await readLiveGeneration({ pool: client })
    if (!generation) throw new NothingFoldedError('No generation is live yet: there is nothing to export')
    const positions = await readCheckpoints(client, generation.id)
    const key = await readNoiseKey(client)
    const copied: CopiedTable[] = []
    await stageHistory({ client, folder: work, copied, signal }, generation)
    return { generation, positions, key, copied }
  } finally {
    await client.end().catch(() => {})
  }
}

interface Writing extends ExportOptions {
  /** Key of the noise. */
  readonly key: string
  readonly generation: StoredGeneration
  readonly positions: readonly number[]
}

async function write({ ledger, now }: ExportDeps, duck: Duck, options: Writing): Promise<Series> {
  const { folder, key, prefix, format, known, generation, onProgress, signal, save } = options
  const madeAt = now()
  const made: Series = {
    id: options.id,
    madeAt: new Date(madeAt).toISOString(),
    schemaVersion: itemAt(schemaChanges, 0).version,
    format,
    ledgerId: generation.ledgerId,
    positions: [...options.positions],
    rules: generation.rules.title,
    complete: false,
    months: [],
    files: [],
  }
  const until = publishedUntil(madeAt)
  await prepareHistory(duck, until)
  const months = (await monthsOf(duck)).filter(
    ({ month }) => isWanted(month, options) && isOver(month, until),
  )
  const of = months.reduce((sum, { plays }) => sum + plays, 0)
  let done = 0
  const progress = (plays: number) => {
    done += plays
    onProgress({ what: 'Exporting', done, of, unit: 'plays' })
  }
  progress(0)
  for (const { month, plays, contents } of months) {
    signal.throwIfAborted()
    const state = `${key}:${made.schemaVersion}:${codeVersion}:${generation.rulesOffset}:${contents}`
    const digest = createHash('sha256').update(state).digest('hex')
    const before = known?.format === format ? known.months.find((one) => one.month === month) : undefined
    if (known && before?.digest === digest) {
      made.months.push(before)
      made.files.push(...known.files.filter((file) => file.month === month))
      progress(plays)
      continue
    }
    const readBefore = done
    await takeMonth(duck, month)
    await readMonthSteps(duck, { ledger, onRead: progress, signal })
    await publishCounts(duck)
    await publishCharts(duck, generation.rules)
    await publishPlayers(duck)
    await publishTiming(duck)
    const files: SeriesFile[] = []
    for (const table of analysisTables) {
      if (!table.monthly) continue
      const path = `${prefix}${table.name}/month=${month}.${format}`
      files.push(await writeTable(duck, table, { folder, path, month, format }))
    }
    made.months.push({ month, digest, final: true })
    made.files.push(...files)
    progress(plays - (done - readBefore))
    await save(made)
  }
  onProgress({ what: 'Exporting charts, packs and events' })
  await publishOtherTables(duck)
  for (const table of analysisTables) {
    if (table.monthly) continue
    const path = `${prefix}${table.name}.${format}`
    made.files.push(await writeTable(duck, table, { folder, path, month: null, format }))
  }
  const whole = { ...made, complete: true }
  await save(whole)
  return whole
}

const monthRow = z.object({ month: z.string(), plays: z.bigint(), contents: z.string() })

/** Returns the months with plays, ascending, with their number of plays and a digest of their contents. */
async function monthsOf(
  duck: Duck,
): Promise<(Pick<SeriesMonth, 'month'> & { plays: number; contents: string })[]> {
  const rows = await duck.rows(
    `select strftime(month, '%Y-%m') as month, count(*) as plays, bit_xor(md5_number(p::varchar))::varchar as contents
     from plays p group by all order by all`,
    monthRow,
  )
  return rows.map(({ plays, ...row }) => ({ ...row, plays: Number(plays) }))
}

async function takeMonth(duck: Duck, month: string): Promise<void> {
  await duck.run(
    `create or replace table this_month as select '${month}-01'::date as month;
     create or replace table month_plays as select * from plays where month = '${month}-01'::date`,
  )
}

function isWanted(month: string, { from, to }: Pick<ExportOptions, 'from' | 'to'>): boolean {
  return (from === null || month >= from) && (to === null || month <= to)
}

function isOver(month: string, until: number): boolean {
  return month < new Date(until).toISOString().slice(0, 7)
}

/** Returns the midnight (UTC) before which plays are exported, ms since 1970. */
function publishedUntil(at: number): number {
  const day = 86_400_000
  return (Math.floor(at / day) - quietDays) * day
}
