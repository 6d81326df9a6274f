import { randomUUID } from 'node:crypto'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { readLiveGeneration } from '@stepledger/services/platform/generations/live-generation.ts'
import { startSystem } from '@stepledger/services/system.ts'
import { pino } from 'pino'
import { vi } from 'vitest'
import { postgresForTests } from '../../scripts/services.ts'
import { type BoardEntryToWrite, writeBoard } from '../generators/board.ts'
import { call } from '../system/client.ts'

export interface GameServer {
  readonly url: string
  readonly database: Database
  /** Writes the boards of a chart straight into the live generation. */
  board(chart: string, entries: readonly BoardEntryToWrite[]): Promise<void>
  /** `player` follows these. */
  follow(player: string, rivals: readonly string[]): Promise<void>
  stop(): Promise<void>
}

const builtWebsite = new URL('../../dist/web/', import.meta.url).pathname

/**
 * The whole system in this process, on a database of its own; every answer is compared with its contract. `website`: it also serves the built
 * website.
 */
export async function startGameServer({ website = false } = {}): Promise<GameServer> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 2 })
  const system = await startSystem({
    config: readConfig({ PORT: '0', RATE_LIMITS: 'off', CHECK_ANSWERS: 'on', LOG_LEVEL: 'silent' }),
    log: pino({ level: 'silent' }),
    databaseUrl: postgres.url,
    only: new Set(['accounts', 'ingest', 'query', 'projector']),
    websiteDir: website ? builtWebsite : null,
    projectorWorker: null,
    packWorker: null,
    onDeath: (error) => {
      throw error
    },
  })
  const ready = async () => (await call(`${system.url}/api/blueshift`)).status === 200
  await vi.waitUntil(ready, { timeout: 60_000 })
  const generation = await readLiveGeneration(database)
  if (!generation) throw new Error('no generation is live')
  const { schema, rules } = generation
  let plays = 1_000_000
  return {
    url: system.url,
    database,
    async board(chart, entries) {
      const systems = rules.systems.map(({ id }) => id)
      await writeBoard(database.pool, schema, { chart, systems, entries, firstPlay: plays })
      plays += entries.length
    },
    async follow(player, rivals) {
      await database.pool.query(
        `insert into ${schema}.rivals (player, rival, since) select $1, rival, 0 from unnest($2::uuid[]) as rival`,
        [player, rivals],
      )
    },
    async stop() {
      await system.stop()
      await database.close()
      await postgres.stop()
    },
  }
}

/** Players who have no account: boards name them, nobody can sign in as them. */
export function strangers(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}
