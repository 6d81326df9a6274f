import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import {
  migrateAnalysis,
  readPublishedSeries,
} from '@stepledger/services/analysis/publication/published-series.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { type Child, startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { fillAccounts } from '../setup/crowd.ts'
import { serverEnvironment, usage } from '../setup/filled-server.ts'
import {
  appendAll,
  type BenchEngine,
  followFold,
  openBenchEngine,
  waitUntilFolded,
} from '../setup/open-engine.ts'
import { usualPlays } from '../setup/play-events.ts'
import { sent } from './sent.ts'

/** Pages per second. */
const readsPerSecond = 100

/**
 * A server publishes the whole history while its pages are read, compared with the same server without a publication.
 */
export async function measurePublication(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { engine, log } = bench
  const plays = Math.max(...flags.history)
  await migrateAnalysis(engine.database)
  const { ids } = await fillAccounts(engine.database, 1_000, 1)
  await appendAll(bench, usualPlays(plays, ids, 1, { rows: flags.rows }))
  const progress = await followFold(bench, cleanup)
  const projector = await runProjector(engine, log)
  await waitUntilFolded(bench, progress)
  await projector.stop()
  await engine.database.pool.query('VACUUM ANALYZE')
  const path = `/api/chart/${await someChart(bench)}/leaderboards`
  const reader = startChild('sender.ts')
  cleanup.add(() => reader.end())

  async function measure(publishing: boolean) {
    const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-bench-data-'))
    await engine.database.pool.query('TRUNCATE analysis.series')
    // With a series that is two months old, the server publishes at its start.
    if (publishing) await offerOldSeries(bench)
    const server = startChild('built-server.mjs', {
      env: {
        ...serverEnvironment(bench),
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATA_EXPORT: publishing ? 'on' : 'off',
      },
    })
    try {
      const [, port] = await server.says(/^Stepledger is at http:\/\/[^:]+:(\d+)/)
      const url = `http://127.0.0.1:${port}`
      const job = { kind: 'pages', url, path, perSecond: readsPerSecond, seconds: flags.seconds }
      const read = await reader.ask(job, sent)
      if (publishing && (await newestId(bench)) !== oldSeries)
        throw new Error(
          'the publication was over before the pages were read: more --history, fewer --seconds',
        )
      if (publishing) await published(bench, server)
      return { ...read, ...(await server.ask({ kind: 'usage' }, usage)) }
    } finally {
      await server.end()
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  const measured = await interleaved(
    flags.rounds,
    () => measure(true),
    () => measure(false),
  )
  const text = { path: 'publication', floorIs: 'the same server, publishing nothing' } as const
  const of = `${plays.toLocaleString('en-US')} plays`
  return [
    rowOf(
      { ...text, what: `pages read at ${readsPerSecond}/s while ${of} are published, p50`, unit: 'ms' },
      measured,
      ({ p50 }) => p50,
    ),
    rowOf(
      { ...text, what: 'the same, p99', unit: 'ms', aim: { of: 'ratio', most: 2 } },
      measured,
      ({ p99 }) => p99,
    ),
    rowOf(
      { ...text, what: 'the server, memory afterwards', unit: 'MB' },
      measured,
      ({ rssBytes }) => rssBytes / 1e6,
    ),
    rowOf(
      { path: 'publication', what: 'the process of the export, peak memory', unit: 'MB', aim: { most: 300 } },
      { ours: measured.ours, floor: [] },
      ({ childBytes }) => childBytes / 1e6,
    ),
  ]
}

const charts = z.tuple([z.object({ chart: z.string() })])

async function someChart({ engine }: BenchEngine): Promise<string> {
  const live = await readLiveGeneration(engine.database)
  const { rows } = await engine.database.pool.query(
    `select chart from ${live?.schema}.plays group by chart order by count(*) desc limit 1`,
  )
  return charts.parse(rows)[0].chart
}

const oldSeries = 'old'

async function offerOldSeries({ engine }: BenchEngine): Promise<void> {
  const madeAt = new Date(Date.now() - 62 * 86_400_000).toISOString()
  const contents = {
    id: oldSeries,
    madeAt,
    schemaVersion: 3,
    ledgerId: 'bench',
    rules: '',
    positions: [],
    files: [],
  }
  await engine.database.pool.query(
    `INSERT INTO analysis.series (id, made_at, departures, contents)
     SELECT $1, $2, departures, $3 FROM accounts.published_data`,
    [oldSeries, madeAt, JSON.stringify(contents)],
  )
}

async function newestId({ engine }: BenchEngine): Promise<string | undefined> {
  return (await readPublishedSeries(engine.database.pool))[0]?.id
}

/** Waits until the series is published; polling the usage makes the server sample its memory meanwhile. */
async function published(bench: BenchEngine, server: Child): Promise<void> {
  const deadline = performance.now() + 600_000
  while ((await newestId(bench)) === oldSeries) {
    if (performance.now() > deadline) throw new Error('nothing was published within ten minutes')
    await server.ask({ kind: 'usage' }, usage)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
