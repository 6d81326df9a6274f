import { readFile } from 'node:fs/promises'
import { codeVersion, oldestReadVersion } from '@stepledger/projections/code-version.ts'
import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import { inProcessPush } from '@stepledger/services/platform/push/in-process.ts'
import { followProgress } from '@stepledger/services/progress.ts'
import { completeLiveGeneration } from '@stepledger/services/projector/generations/complete-live-generation.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type CrowdedLedger, crowdedLedger } from './crowded-ledger.ts'
import { buildGate } from './gate.ts'

/** The tables of generation g1 of that release, without indexes. */
const tables = await readFile(new URL('tables-of-release-before.sql', import.meta.url), 'utf8')

/** Invariant 30: pages show the generation of the release before until this release has built its own. */
describe('a generation of', () => {
  let given: CrowdedLedger
  beforeEach(async () => {
    given = await crowdedLedger()
    await given.stopFolding()
  })
  afterEach(() => given.close())

  it('the release before has every table and column of today from the start on, and its rows', async () => {
    await foldByReleaseBefore()
    const plays = await countOf('g1.plays')

    await completeLiveGeneration(given.database)
    const held = buildGate(1)
    await given.startFolding(held)
    await held.reached
    expect(await given.live()).toMatchObject({ id: 1, codeVersion: oldestReadVersion })
    expect(await currentOf()).toBe(1)
    expect(await columnsOf('g1')).toEqual(await columnsOf('g2'))
    expect(plays).toBeGreaterThan(0)
    expect(await countOf('g1.plays')).toBe(plays)

    held.open()
    await given.settled()
    expect(await given.live()).toMatchObject({ id: 2, codeVersion })
    await given.agrees()
  })

  it('an older release is not read, and replaced', async () => {
    await given.database.pool.query('update projector.generations set code_version = $1', [
      oldestReadVersion - 1,
    ])
    await completeLiveGeneration(given.database)
    const held = buildGate(1)
    await given.startFolding(held)
    await held.reached
    expect(await currentOf()).toBeNull()

    held.open()
    await vi.waitUntil(async () => (await currentOf()) === 2, { timeout: 30_000 })
    await given.agrees()
  })

  /** The generation that pages are read from. */
  async function currentOf(): Promise<number | null> {
    const push = inProcessPush('of this read')
    const progress = await followProgress(given.database, push)
    await progress.stop()
    await push.close()
    return progress.current()?.generation.id ?? null
  }

  /** Makes g1 what that release folded: its tables, with the rows that both releases have. */
  async function foldByReleaseBefore(): Promise<void> {
    const { pool } = given.database
    await pool.query('alter schema g1 rename to today; create schema g1')
    await pool.query(tables)
    const { rows } = await pool.query(
      `select table_name as name, string_agg(format('%I', column_name), ', ') as columns
       from information_schema.columns b join information_schema.columns t using (table_name, column_name)
       where b.table_schema = 'g1' and t.table_schema = 'today' and table_name = any($1) group by 1`,
      [readModelTables.map(({ name }) => name)],
    )
    for (const { name, columns } of shared.parse(rows))
      await pool.query(`insert into g1.${name} (${columns}) select ${columns} from today.${name}`)
    await pool.query('drop schema today cascade')
    await pool.query('update projector.generations set code_version = $1', [oldestReadVersion])
  }

  async function countOf(table: string): Promise<number> {
    const { rows } = await given.database.pool.query(`select count(*) as n from ${table}`)
    return z.tuple([z.object({ n: z.int() })]).parse(rows)[0].n
  }

  /** The columns of read models that today's reads may name. */
  async function columnsOf(schema: string): Promise<unknown[]> {
    const { rows } = await given.database.pool.query(
      `select c.table_name, c.column_name, c.data_type from information_schema.columns c
       join information_schema.columns now using (table_name, column_name)
       where c.table_schema = $1 and now.table_schema = 'g2' and c.table_name = any($2) order by 1, 2`,
      [schema, readModelTables.map(({ name }) => name)],
    )
    return rows
  }
})

const shared = z.array(z.object({ name: z.string(), columns: z.string() }))
