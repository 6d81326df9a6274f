import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { batchOf, type Placed } from '@stepledger/projections/batch.ts'
import { fold } from '@stepledger/projections/fold.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/read-models.ts'
import { compileRules } from '@stepledger/projections/scoring/interpreter.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../scripts/services.ts'
import { history, interleave } from '../generators/history.ts'
import { dump } from './dump.ts'

/** Invariants 16, 17, 18: what the tables hold depends on the ledger alone. */
describe('folding', () => {
  let postgres: TestService
  let database: Database
  let generations = 0
  const scorer = compileRules(firstRules)

  beforeAll(async () => {
    postgres = await postgresForTests()
    database = openDatabase({ url: postgres.url, maxConnections: 4 })
  })
  afterAll(async () => {
    await database.close()
    await postgres.stop()
  })

  async function emptyGeneration(): Promise<string> {
    const schema = `g${++generations}`
    await database.pool.query(`${createReadModels(schema)};${indexReadModels(schema)}`)
    return schema
  }

  /** Folds `events` in batches of the given sizes (repeated) and says what the tables hold afterwards. */
  async function folded(events: readonly Placed[], sizes: readonly number[]) {
    const schema = await emptyGeneration()
    await foldInto(schema, events, sizes)
    const tables = await dump(database.pool, schema)
    await database.pool.query(`drop schema ${schema} cascade`)
    return tables
  }

  async function foldInto(schema: string, events: readonly Placed[], sizes: readonly number[]) {
    for (let from = 0, n = 0; from < events.length; n++) {
      const size = sizes[n % sizes.length] ?? 1
      const batch = batchOf(events.slice(from, from + size), (play) =>
        scorer.score(playToScore(play.data, null)),
      )
      await database.transaction((tx) => fold(tx, schema, firstRules, batch))
      from += size
    }
  }

  const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 5 })
  const choices = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 40 })

  it('gives the same tables for any interleaving of partitions and any batch boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(history, choices, sizes, async (partitions, order, batches) => {
        const oneByOne = await folded(partitions.flat(), [1])
        const mixed = await folded(interleave(partitions, order), batches)
        expect(mixed).toEqual(oneByOne)
      }),
      { numRuns: 40 },
    )
  })

  it('changes nothing when batches are delivered again', async () => {
    await fc.assert(
      fc.asyncProperty(history, sizes, async (partitions, batches) => {
        const schema = await emptyGeneration()
        const plays = partitions.map((events) => events.filter(({ event }) => event.type === 'PlaySubmitted'))
        await foldInto(schema, plays.flat(), batches)
        const once = await dump(database.pool, schema)
        await foldInto(schema, plays.flat(), batches)
        expect(await dump(database.pool, schema)).toEqual(once)
        await database.pool.query(`drop schema ${schema} cascade`)
      }),
      { numRuns: 15 },
    )
  })

  it('keeps boards, buckets and counts in step with the plays behind them', async () => {
    await fc.assert(
      fc.asyncProperty(history, choices, sizes, async (partitions, order, batches) => {
        const { attempts, best, buckets, boards } = await folded(interleave(partitions, order), batches)
        expect(best).toEqual(expectedBest(rowsOf(attempts)))
        const counted = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row.players), 0)
        expect(counted(rowsOf(buckets))).toBe(best?.length)
        expect(counted(rowsOf(boards)) * firstRules.systems.length).toBe(best?.length)
      }),
      { numRuns: 25 },
    )
  })
})

type Row = Record<string, unknown>

function rowsOf(rows: readonly unknown[] | undefined): Row[] {
  return (rows ?? []).filter((row): row is Row => typeof row === 'object' && row !== null)
}

/** Best of all counting attempts, found the slow and obvious way. */
function expectedBest(attempts: readonly Row[]): Row[] {
  const best = new Map<string, { row: Row; hundredths: number; at: number; id: number }>()
  for (const attempt of attempts) {
    if (attempt.counts !== true || !Array.isArray(attempt.hundredths) || !Array.isArray(attempt.grades))
      continue
    firstRules.systems.forEach((system, i) => {
      const [hundredths, at, id] = [
        Number(listed(attempt.hundredths, i)),
        Math.floor(Number(attempt.at) / 10),
        Number(attempt.play_id),
      ]
      const place = `${attempt.chart} ${attempt.player} ${String(system.id).padStart(3)}`
      const known = best.get(place)
      const wins =
        !known ||
        hundredths > known.hundredths ||
        (hundredths === known.hundredths && (at < known.at || (at === known.at && id < known.id)))
      if (!wins) return
      const key = hundredths * 2 ** 39 + (2 ** 39 - 1 - at)
      const { chart, player, play_id, played_at } = attempt
      const grade = listed(attempt.grades, i)
      best.set(place, {
        row: { chart, system: system.id, player, key, play_id, played_at, grade },
        hundredths,
        at,
        id,
      })
    })
  }
  return [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { row }]) => row)
}

function listed(list: unknown, i: number): unknown {
  return Array.isArray(list) ? list[i] : undefined
}
