import type { Progress } from '@stepledger/services/progress.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { type Child, startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { EngineName, Flags } from '../flags.ts'
import { type Crowd, fillAccounts } from './crowd.ts'
import { hotPlays, smallCharts, smallPlays } from './hot-chart.ts'
import { appendAll, type BenchEngine, followFold, openBenchEngine, waitUntilFolded } from './open-engine.ts'
import { makeWheel, type Wheel, wheelPlays } from './wheel.ts'

/** Resources that a server has used so far; `childBytes`: the maximum private memory of its child processes. */
export const usage = z.object({
  cpuSeconds: z.number(),
  rssBytes: z.number(),
  childBytes: z.number().default(0),
})

/** The built server in its own process, with a filled hot chart. */
export interface FilledServer {
  readonly bench: BenchEngine
  /** Progress as this process sees it: up to a second late. */
  readonly progress: Progress
  readonly crowd: Crowd
  /** Hashes of charts with one page of players, each requested once. */
  readonly smallCharts: readonly string[]
  /** Charts of the song wheel; null unless the reads of the game are measured. */
  readonly wheel: Wheel | null
  readonly server: Child
  readonly url: string
}

/** Players with an API key, who submit plays. */
const playersWithKey = 50

/** Requests for small charts in a round. */
export const smallChartsPerRound = 50

/** Starts and fills the server on first use, and only once. */
export function lazyFilledServer(
  engine: EngineName,
  flags: Flags,
  cleanup: Cleanup,
): () => Promise<FilledServer> {
  let filled: Promise<FilledServer> | null = null
  return () => {
    filled ??= build(engine, flags, cleanup)
    return filled
  }
}

async function build(name: EngineName, flags: Flags, cleanup: Cleanup): Promise<FilledServer> {
  console.error(`filling the ${name} server …`)
  const bench = await openBenchEngine(cleanup, name)
  const { engine, log } = bench
  const crowd = await fillAccounts(engine.database, flags.players, playersWithKey)
  const charts = flags.paths.includes('board') ? smallCharts(smallChartsPerRound * (flags.rounds + 1)) : []
  const wheel = flags.paths.includes('game') ? makeWheel() : null
  const projector = await runProjector(engine, log)
  const progress = await followFold(bench, cleanup)
  if (charts.length > 0 || wheel || flags.paths.includes('page') || flags.paths.includes('scale')) {
    await appendAll(bench, hotPlays(crowd.ids))
    await appendAll(bench, smallPlays(charts, crowd.ids, crowd.ids.length + 1))
    if (wheel) await appendAll(bench, wheelPlays(wheel, crowd.ids, 10 * crowd.ids.length))
    await waitUntilFolded(bench, progress)
  }
  await projector.stop()
  await engine.database.pool.query('VACUUM ANALYZE')

  const server = startChild('built-server.mjs', {
    env: { ...serverEnvironment(bench), PORT: '0', HOST: '127.0.0.1' },
    nodeOptions: flags.profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`],
  })
  cleanup.add(() => server.end())
  const [, port] = await server.says(/^Stepledger is at http:\/\/[^:]+:(\d+)/)
  const url = `http://127.0.0.1:${port}`
  return { bench, progress, crowd, smallCharts: charts.map((chart) => chart.hash), wheel, server, url }
}

/** As in production, but with limits that nothing here reaches. */
export function serverEnvironment({ databaseUrl, ledgerUrl, redisUrl }: BenchEngine): Record<string, string> {
  const limitless = '999999999/60'
  const limitlessBytes = '999999999999'
  return {
    DATABASE_URL: databaseUrl,
    ...(ledgerUrl === null ? {} : { LEDGER_URL: ledgerUrl }),
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    LOG_LEVEL: 'warn',
    CHECK_ANSWERS: 'off',
    RATE_LIMITS: 'on',
    RATE_LIMIT_READ: limitless,
    RATE_LIMIT_WRITE: limitless,
    RATE_LIMIT_PLAY: limitless,
    PLAY_BYTES_PER_DAY: limitlessBytes,
    PLAY_BYTES_PER_DAY_UNVERIFIED: limitlessBytes,
    PLAY_BYTES_PER_DAY_ADDRESS: limitlessBytes,
  }
}
