import type { Progress } from '@stepledger/services/platform/progress/progress.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { type Child, startChild } from '../children.ts'
import type { Endings } from '../endings.ts'
import type { EngineName, Flags } from '../flags.ts'
import { type Crowd, fillAccounts } from './crowd.ts'
import { hotPlays, smallCharts, smallPlays } from './hot-chart.ts'
import { appendAll, caughtUp, followFold, type Ground, openGround } from './open-engine.ts'
import { makeWheel, type Wheel, wheelPlays } from './wheel.ts'

/** Resources that a server has used so far; `childBytes`: the maximum private memory of its child processes. */
export const usage = z.object({
  cpuSeconds: z.number(),
  rssBytes: z.number(),
  childBytes: z.number().default(0),
})

/** The built server in its own process, with a filled hot chart. */
export interface Stage {
  readonly ground: Ground
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
const withKey = 50

/** Requests for small charts in a round. */
export const looksARound = 50

/** Creates the stage on first use, and only once. */
export function lazyStage(engine: EngineName, flags: Flags, ends: Endings): () => Promise<Stage> {
  let stage: Promise<Stage> | null = null
  return () => {
    stage ??= build(engine, flags, ends)
    return stage
  }
}

async function build(name: EngineName, flags: Flags, ends: Endings): Promise<Stage> {
  console.error(`filling the ${name} server …`)
  const ground = await openGround(ends, name)
  const { engine, log } = ground
  const crowd = await fillAccounts(engine.database, flags.players, withKey)
  const charts = flags.paths.includes('board') ? smallCharts(looksARound * (flags.rounds + 1)) : []
  const wheel = flags.paths.includes('game') ? makeWheel() : null
  const projector = await runProjector(engine, log)
  const progress = await followFold(ground, ends)
  if (charts.length > 0 || wheel || flags.paths.includes('page') || flags.paths.includes('scale')) {
    await appendAll(ground, hotPlays(crowd.ids))
    await appendAll(ground, smallPlays(charts, crowd.ids, crowd.ids.length + 1))
    if (wheel) await appendAll(ground, wheelPlays(wheel, crowd.ids, 10 * crowd.ids.length))
    await caughtUp(ground, progress)
  }
  await projector.stop()
  await engine.database.pool.query('VACUUM ANALYZE')

  const server = startChild('built-server.mjs', {
    env: { ...serverEnvironment(ground), PORT: '0', HOST: '127.0.0.1' },
    nodeOptions: flags.profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`],
  })
  ends.add(() => server.end())
  const [, port] = await server.says(/^Stepledger is at http:\/\/[^:]+:(\d+)/)
  const url = `http://127.0.0.1:${port}`
  return { ground, progress, crowd, smallCharts: charts.map((chart) => chart.hash), wheel, server, url }
}

/** As in production, but with limits that nothing here reaches. */
export function serverEnvironment({ databaseUrl, ledgerUrl, redisUrl }: Ground): Record<string, string> {
  const limitless = '999999999/60'
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
  }
}
