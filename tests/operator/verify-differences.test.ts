import { readModelTables } from '@stepledger/projections/read-models.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'

const otherChart = 'cccccccccccccccc'
const otherPlayer = '99999999-0000-4000-8000-000000000000'

interface Tampering {
  readonly column: string
  readonly set: string
  readonly copy: object
}

/** For each table with more than a key: one secret change, and what makes another key of a copied row. */
const tampering: Readonly<Record<string, Tampering>> = {
  plays: { column: 'hundredths', set: "'{1,2,3}'", copy: { id: 999_999, fingerprint: '\\xff' } },
  charts: { column: 'title', set: "'Other'", copy: { hash: otherChart } },
  attempts: { column: 'counts', set: 'not counts', copy: { play_id: 999_999 } },
  best: { column: 'key', set: 'key + 1', copy: { chart: otherChart } },
  buckets: { column: 'players', set: 'players + 1', copy: { chart: otherChart } },
  boards: { column: 'players', set: 'players + 1', copy: { chart: otherChart } },
  players: { column: 'plays', set: 'plays + 1', copy: { id: otherPlayer } },
  player_charts: { column: 'search', set: "'nothing'", copy: { chart: otherChart } },
  player_periods: { column: 'plays', set: 'plays + 1', copy: { player: otherPlayer } },
  packs: { column: 'name', set: "'Other'", copy: { id: 999_999 } },
  simfiles: { column: 'title', set: "'Other'", copy: { id: 999_999 } },
  simfile_charts: { column: 'meter', set: 'meter + 1', copy: { simfile: 999_999 } },
  pack_news: { column: 'name', set: "'Other'", copy: { event: 'other' } },
  rivals: { column: 'since', set: 'since - 1', copy: { rival: otherPlayer } },
}

/** Those whose key is all of a row: it is there, or it is not. */
const keysAlone: Readonly<Record<string, Pick<Tampering, 'copy'>>> = {
  chart_counts: { copy: { hash: otherChart } },
}
const copies = { ...tampering, ...keysAlone }

/** SQL for another value of a column. */
function otherThan(column: string, type: string): string {
  switch (type) {
    case 'boolean':
      return `${column} is not true`
    case 'text':
      return `coalesce(${column}, '') || 'x'`
    case 'bytea':
      return `coalesce(${column}, '') || '\\x00'`
    case 'uuid':
      return 'gen_random_uuid()'
    case 'jsonb':
      return `coalesce(${column}, '{}') || '{"other": 1}'`
    case 'ARRAY':
      return `${column} || ${column}[1]`
    default:
      return `coalesce(${column}, 0) + 1`
  }
}

describe('verify, when somebody has meddled with what is shown', () => {
  let given: FoldingLedger

  beforeAll(async () => {
    given = await foldingLedger()
    for (let crowd = 1; crowd <= 60; crowd++)
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(given.ledger, partitions)
    await given.folded()
    await given.stopFolding()
  })
  afterAll(() => given.close())

  /** Runs SQL against a table, verifies, and brings the table back. */
  async function verifiedAfter(table: string, sql: string, values: unknown[] = []) {
    const { pool } = given.database
    await pool.query(`create table public.backup as select * from g1.${table}`)
    expect((await pool.query(sql, values)).rowCount).toBeGreaterThan(0)
    const report = await verify(given)
    await pool.query(
      `truncate g1.${table}; insert into g1.${table} select * from public.backup; drop table public.backup`,
    )
    return report
  }
  const oneOf = (table: string) => `ctid = (select ctid from g1.${table} limit 1)`

  it('is tried on every table', () => {
    const tables = readModelTables.filter(({ follows }) => !follows).map(({ name }) => name)
    expect(Object.keys(copies).sort()).toEqual(tables.sort())
  })

  it.each(Object.entries(tampering))('finds a changed row of %s', async (table, { column, set }) => {
    const report = await verifiedAfter(
      table,
      `update g1.${table} set ${column} = ${set} where ${oneOf(table)}`,
    )

    expect(report).toMatchObject({ agrees: false, differing: 1, faults: 0 })
    const [difference] = report.differences
    expect(difference).toMatchObject({ table, kind: 'changed', columns: [{ name: column }] })
    expect(difference?.columns[0]?.shown).not.toEqual(difference?.columns[0]?.expected)
    expect(report.tables.filter(({ differing }) => differing > 0).map((t) => t.table)).toEqual([table])
  })

  it.each(readModelTables.filter(({ name }) => name in tampering))(
    'finds a change in whichever column of $name',
    async ({ name, key, notCompared = [] }) => {
      const { rows } = await given.database.pool.query(
        `select column_name as column, data_type as type from information_schema.columns
       where table_schema = 'g1' and table_name = $1 order by ordinal_position`,
        [name],
      )
      const columns = z
        .array(z.object({ column: z.string(), type: z.string() }))
        .parse(rows)
        .filter(({ column }) => !key.includes(column) && !notCompared.includes(column))
      const changes = columns.map(({ column, type }) => `"${column}" = ${otherThan(`"${column}"`, type)}`)

      const report = await verifiedAfter(
        name,
        `update g1.${name} set ${changes.join(', ')} where ${oneOf(name)}`,
      )
      expect(report.differences.map((found) => found.columns.map((differing) => differing.name))).toEqual([
        columns.map(({ column }) => column),
      ])
    },
  )

  it.each(Object.keys(copies))('finds a missing row of %s', async (table) => {
    const report = await verifiedAfter(table, `delete from g1.${table} where ${oneOf(table)}`)

    expect(report).toMatchObject({ agrees: false, differing: 1, differences: [{ table, kind: 'missing' }] })
  })

  it.each(Object.entries(copies))('finds a surplus row of %s', async (table, { copy }) => {
    const report = await verifiedAfter(
      table,
      `insert into g1.${table} select (jsonb_populate_record(t, $1)).* from g1.${table} t where ${oneOf(table)}`,
      [JSON.stringify(copy)],
    )

    expect(report).toMatchObject({ agrees: false, differing: 1, differences: [{ table, kind: 'surplus' }] })
  })

  it('counts all that differ and lists the first hundred', async () => {
    const report = await verifiedAfter('plays', 'update g1.plays set at = at + 1')

    expect(report.differing).toBeGreaterThan(100)
    expect(report.differences).toHaveLength(100)
    expect(report.tables.find(({ table }) => table === 'plays')?.differing).toBe(report.differing)
  })

  it('names a hole in the ledger, and an end before the checkpoint', async () => {
    const { pool } = given.database
    const ends = await given.ledger.ends('events')
    const partition = ends.findIndex((end) => end > 3)
    const last = (ends[partition] ?? 0) - 1
    await pool.query('alter table ledger.events disable trigger append_only')
    await pool.query(
      `delete from ledger.events where topic = 'events' and partition = $1 and "offset" in (1, $2)`,
      [partition, last],
    )

    const report = await verify(given)
    expect(report.agrees).toBe(false)
    expect(report.listedFaults).toEqual([
      `after ${partition}:0 comes ${partition}:2 in the ledger`,
      `the read models stand at ${partition}:${last + 1}, but the ledger ends at ${partition}:${last}`,
    ])
  })

  it('refuses read models of another ledger or of other code', async () => {
    const { pool } = given.database
    await pool.query('update projector.generations set code_version = code_version + 1')
    await expect(verify(given)).rejects.toThrow(/was folded by version \d+ of the code, this is version \d+/)
    await pool.query('update projector.generations set code_version = code_version - 1, ledger_id = $1', [
      otherPlayer,
    ])
    await expect(verify(given)).rejects.toThrow(`was folded from ledger ${otherPlayer}`)
  })
})
