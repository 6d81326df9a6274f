import { randomUUID } from 'node:crypto'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { type BoardEntryToWrite, writeBoard } from '../generators/board.ts'
import { startLocalSystem } from '../system/local-system.ts'

export interface GameServer {
  readonly url: string
  readonly database: Database
  /** Writes the boards of a chart directly into the live generation. */
  board(chart: string, entries: readonly BoardEntryToWrite[]): Promise<void>
  /** Makes `player` follow these players. */
  follow(player: string, rivals: readonly string[]): Promise<void>
  stop(): Promise<void>
}

const builtWebsite = new URL('../../dist/web/', import.meta.url).pathname

/**
 * The whole system in this process, with its own database and every answer checked against its contract. `website`:
 * also serves the built web app.
 */
export async function startGameServer({ website = false } = {}): Promise<GameServer> {
  const system = await startLocalSystem({ websiteDir: website ? builtWebsite : null })
  const { database } = system
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
    stop: system.stop,
  }
}

/** Player ids without an account: on boards, but without a sign-in. */
export function strangers(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}
