import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDistributed } from '../../../scripts/distributed/start-services.ts'
import type { Cleanup } from '../cleanup.ts'
import { cpuOf, cpuOfPostgres } from './cpu-of.ts'
import { type Crowd, fillAccounts } from './crowd.ts'
import { serverEnvironment } from './filled-server.ts'
import { hotPlays } from './hot-chart.ts'
import { appendAll, followFold, openBenchEngine, waitUntilFolded } from './open-engine.ts'

/** CPU seconds used so far, by part of the system; a part may be several processes. */
export type CpuByPart = ReadonlyMap<string, number>

/** The system of docker-compose.yml, on this machine. */
export interface Processes {
  /** Address of the proxy in front. */
  readonly url: string
  /** Address of one query process, bypassing the proxy. */
  readonly queryUrl: string
  readonly crowd: Crowd
  cpu(): Promise<CpuByPart>
  /** Waits until everything in the ledger is folded. */
  folded(): Promise<void>
}

const withKey = 50
/** Services with a larger young generation of the heap, as in docker-compose.yml. */
const writing: ReadonlySet<string> = new Set(['ingest', 'projector'])

export async function startProcesses(players: number, cleanup: Cleanup): Promise<Processes> {
  const bench = await openBenchEngine(cleanup, 'distributed')
  const { engine, pids } = bench
  const crowd = await fillAccounts(engine.database, players, withKey)
  const progress = await followFold(bench, cleanup)
  await appendAll(bench, hotPlays(crowd.ids))
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-bench-'))
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }))
  const { url, front, services, stop } = await startDistributed({
    env: { ...serverEnvironment(bench), DATA_DIR: dataDir },
    envOf: (service): Record<string, string> =>
      writing.has(service) ? { NODE_OPTIONS: '--max-semi-space-size=64' } : {},
  })
  cleanup.add(stop)
  await waitUntilFolded(bench, progress)

  return {
    url,
    queryUrl: `http://${services['query-1'].address}`,
    crowd,
    folded: () => waitUntilFolded(bench, progress),
    async cpu() {
      const used = new Map([['Postgres', await cpuOfPostgres(engine.database.pool)]])
      const count = async (part: string, pid: number | null) => {
        if (pid !== null) used.set(part, (used.get(part) ?? 0) + (await cpuOf(pid)))
      }
      for (const [part, pid] of pids) await count(part, pid)
      await count('Caddy', front.pid())
      for (const { name, pid } of Object.values(services)) await count(name.replace(/-\d$/, ', both'), pid())
      return used
    },
  }
}
