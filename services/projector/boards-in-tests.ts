import { randomUUID } from 'node:crypto'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { BestRow, BoardEntry } from '@stepledger/projections/boards/bests-and-boards.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { bucketOf, hundredthsOf, rankKey } from '@stepledger/projections/rank-key.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { writeBoards } from '../../tests/generators/board.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openReadModels } from '../read-models.ts'
import { createGeneration } from './generations/create-generation.ts'
import { migrateGenerations } from './generations/tables.ts'

/** A player's result on a chart, the same on all of its boards, or null: withdrawn. `at`: ms since 1970. */
export interface Result {
  readonly player: string
  readonly hundredths: number | null
  readonly at: number
}

/** Boards in a separate database, with their expected entries at every version. */
export interface BoardsInTests {
  readonly database: Database
  readonly generation: GenerationDb
  readonly systems: readonly number[]
  /** Changes a chart's boards in one asynchronously committed transaction, like a fold. */
  change(chart: string, results: readonly Result[]): Promise<void>
  /** Returns the entries of each board of the chart at a version, best first. Throws for an unknown version. */
  entriesAt(chart: string, version: number): readonly BoardEntry[]
  versionOf(chart: string): number
  /** Creates an empty generation and makes it live. */
  nextGeneration(): Promise<Generation>
  close(): Promise<void>
}

/** Uses an empty database, which `close` stops. */
export async function boardsInTests(postgres: {
  url: string
  stop(): Promise<void>
}): Promise<BoardsInTests> {
  const database = openDatabase({ url: postgres.url, maxConnections: 8 })
  await migrateGenerations(database)
  const ledgerId = randomUUID()
  const make = async (): Promise<Generation> => {
    const id = await database.transaction(async (tx) => {
      const inForce = { ledgerId, partitions: 12, offset: 1, rules: firstRules }
      const id = await createGeneration(tx, { inForce, codeVersion }, 'indexed')
      await tx.query('delete from projector.live')
      await tx.query('insert into projector.live (generation) values ($1)', [id])
      return id
    })
    return { id, schema: `g${id}`, rules: firstRules, codeVersion }
  }
  const generation = await make()
  const systems = firstRules.systems.map(({ id }) => id)
  const now = new Map<string, Map<string, BestRow>>()
  const history = new Map<string, BoardEntry[][]>()
  let playId = 1000

  return {
    database,
    generation: readable(generation, openReadModels(database.pool)),
    systems,
    async change(chart, results) {
      const before = now.get(chart) ?? new Map<string, BestRow>()
      const after = new Map(before)
      for (const { player, hundredths, at } of results) {
        if (hundredths === null) after.delete(player)
        else after.set(player, rowOf(chart, player, rankKey(hundredths, at), playId++, at))
      }
      const set = [...after].filter(([player, row]) => before.get(player) !== row).map(([, row]) => row)
      const remove = [...before].filter(([player]) => !after.has(player)).map(([, row]) => row)
      const replaced = set.flatMap(({ player }) => before.get(player) ?? [])
      const everywhere = (rows: readonly BestRow[]) =>
        rows.flatMap((row) => systems.map((system) => ({ ...row, system })))
      const change = {
        set: everywhere(set),
        remove: everywhere(remove),
        buckets: [
          ...everywhere(set).map((row) => ({ ...bucketAt(row), players: 1 })),
          ...everywhere([...replaced, ...remove]).map((row) => ({ ...bucketAt(row), players: -1 })),
        ],
        players: [{ chart, players: after.size - before.size }],
      }
      now.set(chart, after)
      const versions = history.get(chart) ?? [[]]
      // Before the commit, because readers may see it before the commit is confirmed here.
      history.set(chart, [...versions, entriesOf(after)])
      await database.transaction(
        async (tx) => {
          // Like a fold, which moves the checkpoint first.
          await tx.query(
            'update projector.checkpoints set next_offset = next_offset + 1 where generation = $1 and partition = 0',
            [generation.id],
          )
          await writeBoards({ ...generation, tx }, [chart], change)
        },
        { durable: false },
      )
    },
    entriesAt(chart, version) {
      const entries = history.get(chart)?.[version]
      if (!entries) throw new Error(`${chart} never had version ${version}`)
      return entries
    },
    versionOf: (chart) => (history.get(chart)?.length ?? 1) - 1,
    nextGeneration: make,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

function rowOf(chart: string, player: string, key: number, play_id: number, played_at: number): BestRow {
  return { chart, system: 0, player, key, play_id, played_at, grade: 'A' }
}

function bucketAt({ chart, system, key }: BestRow) {
  return { chart, system, bucket: bucketOf(hundredthsOf(key)) }
}

/** Sorts by the greater key, then the greater player id. */
function entriesOf(rows: ReadonlyMap<string, BestRow>): BoardEntry[] {
  return [...rows.values()]
    .sort((a, b) => b.key - a.key || (a.player < b.player ? 1 : -1))
    .map(({ key, player, play_id, played_at, grade }, i) => ({
      rank: i + 1,
      hundredths: hundredthsOf(key),
      grade,
      player,
      playId: play_id,
      playedAt: played_at,
    }))
}
