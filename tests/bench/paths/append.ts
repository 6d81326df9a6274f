import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import type pg from 'pg'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { latencies, perSecond, turnsOf } from '../setup/calls.ts'
import { crowdIds } from '../setup/crowd.ts'
import { openBenchEngine } from '../setup/open-engine.ts'
import { usualPlays } from '../setup/play-events.ts'

/**
 * Appends through the ledger port, compared with a plain insert of the same bytes: with many concurrent callers, then
 * with one.
 */
export async function measureAppend(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const { engine } = await openBenchEngine(cleanup)
  const { database, ledger } = engine
  const events = [...usualPlays(200, crowdIds(100), 1)]
  const bare = await bareTable(await database.pool.connect())
  cleanup.add(async () => bare.release())
  const turns = turnsOf(events)
  const append = () => ledger.append('events', turns())
  const { rounds, seconds, callers } = flags

  const gathered = await interleaved(
    rounds,
    () => perSecond(seconds, callers, append),
    async () => {
      await bare.empty()
      const inserted = await perSecond(seconds, 1, () => bare.insert(Array.from({ length: callers }, turns)))
      return inserted * callers
    },
  )
  const alone = await interleaved(
    rounds,
    () => latencies(seconds / 2, append),
    async () => {
      await bare.empty()
      return latencies(seconds / 2, () => bare.insert([turns()]))
    },
  )

  const kB = events.reduce((sum, event) => sum + event.bytes.length, 0) / events.length / 1000
  const insert = `one INSERT of ${callers} rows at a time, bare table`
  const single = { path: 'append', unit: 'ms', floorIs: 'an INSERT of one row, bare table' } as const
  return [
    rowOf(
      {
        path: 'append',
        what: `${callers} callers, ${kB.toFixed(1)} kB an event`,
        unit: 'events/s',
        floorIs: insert,
        aim: { least: 5_000 },
      },
      gathered,
      (rate) => rate,
    ),
    rowOf({ ...single, what: 'one caller, p50' }, alone, (ms) => ms.p50),
    rowOf({ ...single, what: 'one caller, p99' }, alone, (ms) => ms.p99),
  ]
}

/** The simplest durable insert of these bytes: no offsets, no index, no lock. */
async function bareTable(client: pg.PoolClient) {
  await client.query(`
    CREATE TABLE bare (key text NOT NULL, body bytea NOT NULL);
    ALTER TABLE bare ALTER COLUMN body SET STORAGE EXTERNAL`)
  return {
    async insert(events: readonly NewEvent[]): Promise<void> {
      const places = events.map((_, i) => `($${2 * i + 1},$${2 * i + 2})`)
      await client.query({
        name: `bare-${events.length}`,
        text: `INSERT INTO bare VALUES ${places.join()}`,
        values: events.flatMap(({ key, bytes }) => [key, bytes]),
      })
    },
    empty: () => client.query('TRUNCATE bare'),
    release: () => client.release(),
  }
}
