import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { decoder, fold } from '@stepledger/projections/fold/fold.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/fold/read-models.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { disturbances, disturbed } from '../generators/disturbed.ts'
import { history } from '../generators/history.ts'
import { playEvent } from '../generators/history-events.ts'
import { interleave } from '../generators/merge-histories.ts'
import { batchesOf, recorded, recordedIn } from '../generators/recorded.ts'
import { isLong } from '../length.ts'
import { dump } from './dump.ts'
import { expectedBest } from './expected-best.ts'

/** Invariants 16, 17, 18: the tables depend on the ledger alone. */
describe('folding', () => {
  let database: Database
  let generations = 0
  const batchOf = batchesOf(firstRules)
  const decode = decoder(firstRules)

  beforeAll(async () => {
    database = await databaseForTests()
  })
  afterAll(() => database.close())

  async function emptyGeneration(): Promise<string> {
    const schema = `g${++generations}`
    await database.pool.query(`${createReadModels(schema)};${indexReadModels(schema)}`)
    return schema
  }

  /** Folds `events` in batches of the given sizes (repeated), and dumps the tables. */
  async function folded(events: readonly Positioned[], sizes: readonly number[]) {
    const schema = await emptyGeneration()
    await foldInto(schema, events, sizes)
    const tables = await dump(database.pool, schema)
    await database.pool.query(`drop schema ${schema} cascade`)
    return tables
  }

  async function foldInto(schema: string, events: readonly Positioned[], sizes: readonly number[]) {
    for (let from = 0, n = 0; from < events.length; n++) {
      const size = sizes[n % sizes.length] ?? 1
      const batch = batchOf(events.slice(from, from + size))
      await database.transaction((tx) =>
        fold({ tx, schema, rules: firstRules, recordedAt: recordedIn(events) }, batch),
      )
      from += size
    }
  }

  const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 5 })
  const choices = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 40 })

  it('gives the same tables for any interleaving of partitions, any batch sizes and invalid events', async () => {
    await fc.assert(
      fc.asyncProperty(history, disturbances, choices, sizes, async (kept, odd, order, batches) => {
        const partitions = disturbed(kept, odd)
        const oneByOne = await folded(partitions.flat(), [1])
        const mixed = await folded(interleave(partitions, order), batches)
        expect(mixed).toEqual(oneByOne)
      }),
      { numRuns: isLong ? 200 : 25 },
    )
  })

  it('keeps the first new content of an id, in one batch as in two', async () => {
    const [first, repeated, other] = [
      play({ playId: 1, content: 1 }),
      play({ playId: 2, content: 1 }),
      play({ playId: 2, content: 2 }),
    ]
    const tables = await expectSame([first, repeated, other])
    expect(tables.plays).toMatchObject([{ id: 1 }, { id: 2, fingerprint: hexOf(other) }])
  })

  it('applies a withdrawal only after the play and by its own player, in one batch as in two', async () => {
    const sent = play({ playId: 1, content: 1 })
    const early = await expectSame([withdrawal(ada, 5), sent])
    expect(early.plays).toMatchObject([{ id: 1, withdrawn_at: null }])
    const late = await expectSame([sent, withdrawal(ben, 6), withdrawal(ada, 7), withdrawal(ada, 8)])
    expect(late.plays).toMatchObject([{ id: 1, withdrawn_at: 7 }])
  })

  it('ranks the smaller id of equal scores at the same time, in one batch as in two', async () => {
    // Other offsets with the same judgments in the last system.
    const { best = [] } = await expectSame([
      play({ playId: 2, content: 3 }),
      play({ playId: 1, content: 2 }),
      play({ playId: 3, content: 3, key: ben }),
    ])
    const last = firstRules.systems.at(-1)?.id
    const ofAda = rowsOf(best).filter(({ player, system }) => player === ada && system === last)
    expect(ofAda).toMatchObject([{ play_id: 1 }])
  })

  /**
   * The tables of these events of one partition, folded in one batch; checks that folding one by one gives the same.
   */
  async function expectSame(events: readonly AnyEvent[]) {
    const placed = events.map((event, offset) => ({ partition: 0, offset, event }))
    const tables = await folded(placed, [placed.length])
    expect(await folded(placed, [1])).toEqual(tables)
    return tables
  }

  it('is idempotent: redelivered batches change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(history, sizes, sizes, async (partitions, batches, again) => {
        const schema = await emptyGeneration()
        const events = partitions.flat()
        await foldInto(schema, events, batches)
        const once = await dump(database.pool, schema)
        await foldInto(schema, events, again)
        expect(await dump(database.pool, schema)).toEqual(once)
        await database.pool.query(`drop schema ${schema} cascade`)
      }),
      { numRuns: 25 },
    )
  })

  it('keeps boards, buckets and counts consistent with their plays', async () => {
    await fc.assert(
      fc.asyncProperty(history, choices, sizes, async (partitions, order, batches) => {
        const events = interleave(partitions, order)
        const tables = await folded(events, batches)
        const { best, buckets, boards, player_periods } = tables
        const facts = events.flatMap((placed) => decode(recorded(placed)) ?? [])
        expect(best).toEqual(expectedBest(facts, z.array(countsOfChart).parse(tables.chart_counts)))
        const counted = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row.players), 0)
        expect(counted(rowsOf(buckets))).toBe(best?.length)
        expect(counted(rowsOf(boards)) * firstRules.systems.length).toBe(best?.length)
        expect(player_periods).toEqual(expectedPeriods(rowsOf(tables.plays), rowsOf(tables.charts)))
      }),
      { numRuns: 25 },
    )
  })
})

const countsOfChart = z.object({
  hash: z.string(),
  rows: z.int(),
  holds: z.int(),
  rolls: z.int(),
  mines: z.int(),
})

const ada = '00000001-0000-4000-8000-000000000000'
const ben = '00000002-0000-4000-8000-000000000000'

function play({ playId, content, key = ada }: { playId: number; content: number; key?: string }) {
  return playEvent({ key, playId, content, chart: 0, at: 0, failed: false, title: 0 })
}

function withdrawal(key: string, at: number): AnyEvent {
  const data = { playId: 1, by: 'player' as const, reason: null }
  return { id: `withdrawn-${at}`, type: 'PlayWithdrawn', v: 1, at, key, data }
}

function hexOf(event: AnyEvent): string {
  if (event.type !== 'PlaySubmitted') throw new Error('that is no play')
  return `\\x${Buffer.from(event.data.fingerprint).toString('hex')}`
}

type Row = Record<string, unknown>

function rowsOf(rows: readonly unknown[] | undefined): Row[] {
  return (rows ?? []).filter((row): row is Row => typeof row === 'object' && row !== null)
}

/** Counted plays by player, period of 2^30 ms and meter of their chart, computed one by one. */
function expectedPeriods(plays: readonly Row[], charts: readonly Row[]): Row[] {
  const meters = new Map(charts.map(({ hash, meter }) => [hash, meter ?? -1]))
  const counts = new Map<string, { player: unknown; period: number; meter: unknown; plays: number }>()
  for (const { player, chart, played_at, withdrawn_at } of plays) {
    if (withdrawn_at !== null) continue
    const counted = { player, period: Math.floor(Number(played_at) / 2 ** 30), meter: meters.get(chart) }
    const known = counts.get(JSON.stringify(counted))
    counts.set(JSON.stringify(counted), { ...counted, plays: (known?.plays ?? 0) + 1 })
  }
  // All periods and meters here have the same number of digits, except -1, so a text sort works.
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
