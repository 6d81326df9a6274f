import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { copyWriter, createStagingTables, finishBulk } from '@stepledger/projections/fold/bulk-tables.ts'
import { fold } from '@stepledger/projections/fold/fold.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/fold/read-models.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import { copyIn } from '@stepledger/services/projector/build/bulk-worker.ts'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disturbances, disturbed } from '../generators/disturbed.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { playEvent } from '../generators/history-events.ts'
import { interleave, mergeHistories } from '../generators/merge-histories.ts'
import { batchesOf, recordedIn } from '../generators/recorded.ts'
import { isLong } from '../length.ts'
import { dump } from './dump.ts'

/** Invariants 16 and 28: the bulk build and the fold compute the same. */
describe('a bulk build', () => {
  let database: Database
  let generations = 0
  const batch = batchesOf(firstRules)

  beforeAll(async () => {
    database = await databaseForTests()
  })
  afterAll(() => database.close())

  async function emptyGeneration(statements: (schema: string) => string): Promise<string> {
    const schema = `g${++generations}`
    await database.pool.query(`${createReadModels(schema)};${statements(schema)}`)
    return schema
  }

  async function tablesOf(schema: string) {
    const tables = await dump(database.pool, schema)
    await database.pool.query(`drop schema ${schema} cascade`)
    return tables
  }

  async function foldInto(
    schema: string,
    batches: readonly (readonly Positioned[])[],
    ledger: readonly Positioned[] = batches.flat(),
  ) {
    const recordedAt = recordedIn(ledger)
    for (const events of batches)
      await database.transaction((tx) => fold({ tx, schema, rules: firstRules, recordedAt }, batch(events)))
  }

  async function folded(events: readonly Positioned[]) {
    const schema = await emptyGeneration(indexReadModels)
    await foldInto(schema, [events])
    return tablesOf(schema)
  }

  /** `killedAfter`: the process dies during the next batch, and another one continues. */
  async function built(
    batches: readonly (readonly Positioned[])[],
    tail: readonly (readonly Positioned[])[],
    killedAfter: ReadonlySet<number>,
  ) {
    const schema = await emptyGeneration(createStagingTables)
    let writer = copyWriter(schema)
    const copyAll = async (tx: pg.PoolClient, events: readonly Positioned[]) => {
      writer.add(batch(events))
      for (const each of writer.take()) await copyIn(tx)(each)
    }
    const copy = (events: readonly Positioned[]) =>
      database.transaction(async (tx) => {
        await copyAll(tx, events)
        return tx
      })
    for (const [i, events] of batches.entries()) {
      if (killedAfter.has(i)) {
        await expect(
          database.transaction(async (tx) => {
            await copyAll(tx, events)
            throw new Error('killed')
          }),
        ).rejects.toThrow('killed')
        if (i % 3 === 0) writer = copyWriter(schema)
      }
      await copy(events)
    }
    await database.transaction((tx) =>
      finishBulk({
        tx,
        copy: copyIn(tx),
        schema,
        rules: firstRules,
        recordedAt: recordedIn(batches.flat()),
        onStep: async () => {},
      }),
    )
    await foldInto(schema, tail, [...batches, ...tail].flat())
    return tablesOf(schema)
  }

  const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
  const choices = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 40 })
  const kills = fc.array(fc.nat({ max: 5 }), { maxLength: 4 })
  // The crowds share charts, times and scores.
  const crowds = fc.tuple(...[1, 2].map((crowd) => historyOfCrowd(crowd, 12)))

  it('equals the fold, table by table and key by key, wherever it ends and however often it is killed', {
    timeout: 900_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        crowds,
        disturbances,
        choices,
        sizes,
        kills,
        fc.nat({ max: 100 }),
        async (histories, odd, order, lengths, killed, percent) => {
          const events = interleave(disturbed(mergeHistories(histories, order), odd), order)
          const end = Math.ceil((events.length * percent) / 100)
          const batches = cut(events.slice(0, end), lengths)
          const tail = cut(events.slice(end), lengths)
          expect(await built(batches, tail, new Set(killed))).toEqual(await folded(events))
        },
      ),
      { numRuns: isLong ? 60 : 8 },
    )
  })

  it('keeps the first of several plays with the same content, whatever their ids', async () => {
    const sent = { key: ada, chart: 0, content: 1, at: 0, failed: false, title: 0 }
    const events = [5, 4].map((playId, offset) => ({
      partition: 0,
      offset,
      event: playEvent({ ...sent, playId }),
    }))
    const tables = await built([events], [], new Set())
    expect(tables).toMatchObject({ plays: [{ id: 5 }] })
    expect(tables).toEqual(await folded(events))
  })

  it('drops plays between two erasures of a player, with their chart', async () => {
    const between = { key: ada, playId: 1, chart: 3, content: 1, at: 0, failed: false, title: 0 }
    const events = [erased(1), playEvent(between), erased(2)].map((event, offset) => ({
      partition: 0,
      offset,
      event,
    }))
    const tables = await built(
      events.map((event) => [event]),
      [],
      new Set(),
    )
    expect(tables).toMatchObject({ plays: [], charts: [], boards: [], players: [{ id: ada, erased_at: 1 }] })
    expect(tables).toEqual(await folded(events))
  })
})

const ada = '00000001-0000-4000-8000-000000000000'

function erased(at: number): AnyEvent {
  return { id: `erased-${at}`, type: 'PlayerErased', v: 1, at, key: ada, data: {} }
}

function cut(events: readonly Positioned[], sizes: readonly number[]): Positioned[][] {
  const batches: Positioned[][] = []
  for (let from = 0, n = 0; from < events.length; n++) {
    const size = sizes[n % sizes.length] ?? 1
    batches.push(events.slice(from, from + size))
    from += size
  }
  return batches
}
