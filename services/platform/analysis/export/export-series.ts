import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import { schemaChanges } from '@stepledger/contracts/analysis/schema-changes.ts'
import type { FileFormat, Series, SeriesFile, SeriesMonth } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { readCheckpoints } from '../../generations/checkpoints.ts'
import { readLiveGeneration, type StoredGeneration } from '../../generations/live-generation.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { type Duck, openDuck } from './duck.ts'
import { timeMonth } from './month-timing.ts'
import { sumUpMonth } from './monthly-tables.ts'
import { NothingFoldedError } from './nothing-folded-error.ts'
import { prepareHistory } from './prepare-history.ts'
import { publishPlays } from './publish-plays.ts'
import { stageHistory } from './stage-history.ts'
import { publishTheRest } from './whole-tables.ts'
import { writeTable } from './write-table.ts'

export interface ExportDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>
  readonly ledger: Pick<Ledger, 'read'>
  now(): number
  random(size: number): Buffer
}

export interface ExportOptions {
  readonly id: string
  /** Files are written below it, temporary ones, too. */
  readonly folder: string
  /** What the paths of files begin with. */
  readonly prefix: string
  readonly format: FileFormat
  /** First and last month, as `2026-11`; null for all. */
  readonly from: string | null
  readonly to: string | null
  /**
   * An earlier series of the same format: its months that did not change are kept as they are, and nothing is written
   * for them.
   */
  readonly known: Series | null
  /** Called when another month was written whole, with what there is so far, and at the end. */
  save(series: Series): Promise<void>
  onProgress(doing: { what: string; done?: number; of?: number; unit?: string }): void
  readonly signal: AbortSignal
}

/**
 * Exports what the live generation shows, from one snapshot of it, without a single player (docs/anonymity.md). Its
 * pseudonyms are made with a secret that is forgotten at the end. Takes bounded memory; what is larger lies in a
 * temporary folder. Throws NothingFoldedError.
 */
export async function exportSeries(deps: ExportDeps, options: ExportOptions): Promise<Series> {
  const work = await mkdtemp(join(options.folder, '.export-'))
  const duck = await openDuck(work)
  try {
    const { generation, positions } = await readGeneration(deps, duck, work, options)
    return await write(deps, duck, { ...options, work, generation, positions })
  } finally {
    duck.close()
    await rm(work, { recursive: true, force: true })
  }
}

async function readGeneration(
  { database }: ExportDeps,
  duck: Duck,
  folder: string,
  { onProgress, signal }: ExportOptions,
) {
  onProgress({ what: 'Reading the plays' })
  return database.transaction(
    async (client) => {
      const generation = await readLiveGeneration({ pool: client })
      if (!generation) throw new NothingFoldedError('No generation is live yet: there is nothing to export')
      const positions = await readCheckpoints(client, generation.id)
      await stageHistory({ client, duck, folder, signal }, generation)
      return { generation, positions }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

interface Writing extends ExportOptions {
  /** A folder that is removed at the end. */
  readonly work: string
  readonly generation: StoredGeneration
  readonly positions: readonly number[]
}

async function write({ ledger, now, random }: ExportDeps, duck: Duck, options: Writing): Promise<Series> {
  const { folder, work, prefix, format, known, generation, onProgress, signal, save } = options
  const secret = random(32).toString('hex')
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
  const months = (await monthsOf(duck)).filter(({ month }) => isWanted(month, options))
  const of = months.reduce((sum, { plays }) => sum + plays, 0)
  let done = 0
  const progress = (plays: number) => {
    done += plays
    onProgress({ what: 'Exporting', done, of, unit: 'plays' })
  }
  for (const { month, plays, contents } of months) {
    signal.throwIfAborted()
    const final = isOver(month, until)
    const digest = `${made.schemaVersion}:${codeVersion}:${generation.rulesOffset}:${final}:${contents}`
    const before = known?.format === format ? known.months.find((one) => one.month === month) : undefined
    if (known && before?.digest === digest) {
      made.months.push(before)
      made.files.push(...known.files.filter((file) => file.month === month))
      progress(plays)
      continue
    }
    const readBefore = done
    await takeMonth(duck, month)
    await publishPlays(duck, { final, secret })
    const tables = new Set(['plays'])
    if (final) {
      await sumUpMonth(duck, generation.rules, secret)
      await timeMonth(duck, { ledger, folder: work, secret, onRead: progress, signal })
      for (const name of ['chart_months', 'judgments', 'timing', 'sessions']) tables.add(name)
    }
    const files: SeriesFile[] = []
    for (const table of analysisTables) {
      if (!table.monthly || !tables.has(table.name)) continue
      const path = `${prefix}${table.name}/month=${month}.${format}`
      files.push(await writeTable(duck, table, { folder, path, month, format }))
    }
    const rows = files.find(({ table }) => table === 'plays')?.rows ?? 0
    made.months.push({ month, digest, final, plays, published: rows })
    made.files.push(...files)
    progress(plays - (done - readBefore))
    await save(made)
  }
  onProgress({ what: 'Exporting charts, packs, players and events' })
  await publishTheRest(duck, secret)
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

/** The months that have plays, the first one first, with what all that is known of their plays comes to. */
async function monthsOf(
  duck: Duck,
): Promise<(Pick<SeriesMonth, 'month' | 'plays'> & { contents: string })[]> {
  const rows = await duck.rows(
    `select strftime(month, '%Y-%m') as month, count(*) as plays, md5(string_agg(md5(p::varchar), '' order by id)) as contents
     from plays p group by all order by all`,
    monthRow,
  )
  return rows.map(({ plays, ...row }) => ({ ...row, plays: Number(plays) }))
}

async function takeMonth(duck: Duck, month: string): Promise<void> {
  await duck.run(
    `create or replace table month_plays as select * from plays where month = '${month}-01'::date`,
  )
}

function isWanted(month: string, { from, to }: Pick<ExportOptions, 'from' | 'to'>): boolean {
  return (from === null || month >= from) && (to === null || month <= to)
}

function isOver(month: string, until: number): boolean {
  return month < new Date(until).toISOString().slice(0, 7)
}

/** Midnight, by UTC, some days ago: what was played since then is not exported yet. Ms since 1970. */
function publishedUntil(at: number): number {
  const day = 86_400_000
  return (Math.floor(at / day) - quietDays) * day
}
