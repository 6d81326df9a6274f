import type { Positioned } from '@stepledger/projections/batch.ts'
import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'

const otherChart = 'cccccccccccccccc'
const otherPlayer = '99999999-0000-4000-8000-000000000000'

interface Tampering {
  readonly column: string
  readonly set: string
  readonly copy: object
}

/** SQL that changes a table behind the projector's back. */
interface Change {
  readonly table: string
  readonly sql: string
  readonly values?: readonly unknown[]
}

/** For each table with more columns than its key: a change, and values that give a copied row another key. */
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
  player_quarters: { column: 'plays', set: 'plays + 1', copy: { player: otherPlayer } },
  player_totals: { column: 'steps', set: 'steps + 1', copy: { player: otherPlayer } },
  goals_reached: { column: 'play_id', set: 'play_id + 1', copy: { chart: otherChart } },
  improvements: { column: 'key', set: 'key + 1', copy: { chart: otherChart } },
  failed_bests: { column: 'key', set: 'key + 1', copy: { chart: otherChart } },
  firsts: { column: 'key', set: 'key + 1', copy: { chart: otherChart } },
  packs: { column: 'name', set: "'Other'", copy: { id: 999_999 } },
  simfiles: { column: 'title', set: "'Other'", copy: { id: 999_999 } },
  simfile_charts: { column: 'meter', set: 'meter + 1', copy: { simfile: 999_999 } },
  chart_sources: { column: 'accepted', set: 'not accepted', copy: { song: 999_999 } },
  pack_news: { column: 'name', set: "'Other'", copy: { event: 'other' } },
  passings: { column: 'own_key', set: 'own_key + 1', copy: { player: otherPlayer } },
  participants: { column: 'status', set: "'refused'", copy: { player: otherPlayer } },
  rivals: { column: 'since', set: 'since - 1', copy: { rival: otherPlayer } },
  streams: { column: 'state', set: `state || '{"version": 99}'`, copy: { stream: 'other' } },
}

/** Tables that consist of their key: rows can only be missing or surplus. */
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

/** A rival passes a player, which random histories seldom have. */
function aPassing(): Positioned[] {
  const [player, rival] = [playerNumber(1), playerNumber(2)]
  const at = 1_800_000_000_000
  const play = (playId: number, by: string, offset: number) =>
    smallPlay({ playId, player: by, chart: 'e'.repeat(16), offset, at: at + playId })
  const follows = {
    id: 'follows',
    v: 1,
    at,
    key: player,
    type: 'RivalAdded',
    data: { rivalId: rival },
  } as const
  return [follows, play(900_001, player, 0.1), play(900_002, rival, 0)].map((event, offset) => ({
    partition: 0,
    offset,
    event,
  }))
}

describe('verify after the read models were tampered with', () => {
  let given: FoldingLedger

  beforeAll(async () => {
    given = await foldingLedger()
    for (let crowd = 1; crowd <= 80; crowd++)
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(given.ledger, partitions)
    await appendHistory(given.ledger, [aPassing()])
    await given.folded()
    await given.stopFolding()
  })
  afterAll(() => given.close())

  async function columnsOf(table: string) {
    const { rows } = await given.database.pool.query(
      `select column_name as column, data_type as type, is_generated = 'ALWAYS' as generated
       from information_schema.columns
       where table_schema = 'g1' and table_name = $1 order by ordinal_position`,
      [table],
    )
    return z.array(z.object({ column: z.string(), type: z.string(), generated: z.boolean() })).parse(rows)
  }

  /** SQL: the columns of a table that can be written. */
  const writtenIn = async (table: string) =>
    (await columnsOf(table)).flatMap(({ column, generated }) => (generated ? [] : `"${column}"`)).join()

  /** Runs SQL against each of these tables, verifies once (one table takes as long as all) and restores the tables. */
  async function verifiedAfter(changes: readonly Change[]) {
    const { pool } = given.database
    for (const { table, sql, values = [] } of changes) {
      await pool.query(`create table public.backup_${table} as select * from g1.${table}`)
      expect([table, (await pool.query(sql, [...values])).rowCount]).not.toEqual([table, 0])
    }
    const report = await verify(given)
    for (const { table } of changes) {
      const backup = `public.backup_${table}`
      const written = await writtenIn(table)
      await pool.query(
        `truncate g1.${table}; insert into g1.${table} (${written}) select ${written} from ${backup}; drop table ${backup}`,
      )
    }
    return report
  }
  /** The differences, one line each: table, kind, and the columns of a changed row. */
  const foundIn = ({ differences }: Awaited<ReturnType<typeof verify>>) =>
    differences
      .map(({ table, kind, columns }) => {
        const changed = kind === 'changed' ? `: ${columns.map(({ name }) => name).join()}` : ''
        return `${table} ${kind}${changed}`
      })
      .sort()
  const oneOf = (table: string) => `ctid = (select ctid from g1.${table} limit 1)`

  it('is tested on every table', () => {
    const tables = readModelTables.filter(({ follows }) => !follows).map(({ name }) => name)
    expect(Object.keys(copies).sort()).toEqual(tables.sort())
  })

  it('finds a changed row in each table', async () => {
    const changes = Object.entries(tampering)
    const report = await verifiedAfter(
      changes.map(([table, { column, set }]) => ({
        table,
        sql: `update g1.${table} set ${column} = ${set} where ${oneOf(table)}`,
      })),
    )

    expect(report).toMatchObject({ agrees: false, differing: changes.length, faults: 0 })
    expect(foundIn(report)).toEqual(
      changes.map(([table, { column }]) => `${table} changed: ${column}`).sort(),
    )
    for (const { columns } of report.differences) expect(columns[0]?.shown).not.toEqual(columns[0]?.expected)
    const differing = report.tables.flatMap(({ table, differing }) => (differing > 0 ? [table] : []))
    expect(differing.sort()).toEqual(Object.keys(tampering).sort())
  })

  it('finds a change in any column of each table', async () => {
    const changed: { table: string; columns: string[]; sql: string }[] = []
    for (const { name, key, notCompared = [] } of readModelTables.filter(({ name }) => name in tampering)) {
      const columns = (await columnsOf(name)).filter(
        ({ column }) => !key.includes(column) && !notCompared.includes(column),
      )
      const sets = columns.flatMap(({ column, type, generated }) =>
        generated ? [] : `"${column}" = ${otherThan(`"${column}"`, type)}`,
      )
      changed.push({
        table: name,
        columns: columns.map(({ column }) => column),
        sql: `update g1.${name} set ${sets.join(', ')} where ${oneOf(name)}`,
      })
    }

    const report = await verifiedAfter(changed)
    expect(foundIn(report)).toEqual(
      changed.map(({ table, columns }) => `${table} changed: ${columns.join()}`).sort(),
    )
  })

  it('finds a missing row in each table', async () => {
    const tables = Object.keys(copies)
    const report = await verifiedAfter(
      tables.map((table) => ({ table, sql: `delete from g1.${table} where ${oneOf(table)}` })),
    )

    expect(report).toMatchObject({ agrees: false, differing: tables.length })
    expect(foundIn(report)).toEqual(tables.map((table) => `${table} missing`).sort())
  })

  it('finds a surplus row in each table', async () => {
    const surplus = Object.entries(copies)
    const report = await verifiedAfter(
      await Promise.all(
        surplus.map(async ([table, { copy }]) => {
          const written = await writtenIn(table)
          return {
            table,
            sql: `
              insert into g1.${table} (${written}) select ${written}
              from (select (jsonb_populate_record(t, $1)).* from g1.${table} t where ${oneOf(table)}) copied`,
            values: [JSON.stringify(copy)],
          }
        }),
      ),
    )

    expect(report).toMatchObject({ agrees: false, differing: surplus.length })
    expect(foundIn(report)).toEqual(surplus.map(([table]) => `${table} surplus`).sort())
  })

  it('counts all differences and lists the first hundred', async () => {
    const report = await verifiedAfter([{ table: 'plays', sql: 'update g1.plays set at = at + 1' }])

    expect(report.differing).toBeGreaterThan(100)
    expect(report.differences).toHaveLength(100)
    expect(report.tables.find(({ table }) => table === 'plays')?.differing).toBe(report.differing)
  })

  it('reports a gap in the ledger, and an end before the checkpoint', async () => {
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
