import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { freshFold, readFoldedPosition } from '@stepledger/services/operator/verify/fresh-fold.ts'
import { tally } from '@stepledger/services/operator/verify/report.ts'
import { openScratch, verify } from '@stepledger/services/operator/verify/verify.ts'
import { partitionOf } from '@stepledger/services/platform/ledger/ledger.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { smallPlay } from '../generators/small-play.ts'
import { itLong } from '../length.ts'

const ofNobody = '00000001-0000-4000-8000-0000000beef0'

/** Invariants 14 to 18: the read models equal a fresh fold. */
describe('verify', () => {
  let given: FoldingLedger
  let crowds = 0

  beforeAll(async () => {
    given = await foldingLedger()
    for (let i = 0; i < 10; i++) await appendCrowd(20)
    await given.folded()
  })
  afterAll(() => given.close())

  async function appendCrowd(least = 1) {
    const crowd = ++crowds
    for (const partitions of fc.sample(historyOfCrowd(crowd, least), { numRuns: 1, seed: crowd }))
      await appendHistory(given.ledger, partitions)
  }
  async function scratchSchemas() {
    const { rows } = await given.database.pool.query(
      "select 1 from information_schema.schemata where schema_name like 'verify%'",
    )
    return rows.length
  }

  it("agrees with the projector's fold at its checkpoint, and leaves nothing behind", async () => {
    const report = await verify(given)

    expect(report).toMatchObject({ agrees: true, differing: 0, differences: [], listedFaults: [] })
    expect(report.checkpoint).toEqual(await given.ledger.ends('events'))
    // The history has no competition, and no rival who passed a player.
    const mayBeEmpty = /^(event_|passings$)/
    expect(report.tables.filter(({ table, rows }) => rows === 0 && !mayBeEmpty.test(table))).toEqual([])
    expect(await scratchSchemas()).toBe(0)
  })

  it('folds by indexes, also with plans from when the tables were empty', async () => {
    const { database, ledger } = given
    const scratch = await openScratch(database)
    const { client, schema } = scratch
    try {
      const generation = await given.live()
      const standing = await readFoldedPosition(client, generation.id)
      const faults = tally<string>()
      const { rules } = generation
      const shared = { ledger, client, schema, rules, faults, onBatch: () => {}, signal: undefined }
      // Batches of few events each.
      const fresh = freshFold(shared)
      for (let i = 1; i <= 10; i++) {
        const checkpoint = standing.checkpoint.map((offset) => Math.floor((offset * i) / 10))
        await fresh.upTo({ ...standing, checkpoint })
      }
      await client.query('select pg_stat_force_next_flush()')
      const { rows } = await client.query(
        `select relname, seq_tup_read from pg_stat_user_tables
         where schemaname = $1 and relname <> 'standings_progress' and seq_tup_read > 0`,
        [schema],
      )
      expect(rows).toEqual([])
    } finally {
      await scratch.drop()
    }
  })

  itLong('agrees while plays arrive', async () => {
    let verified = false
    const coming = (async () => {
      while (!verified) await appendCrowd()
    })()
    const before = crowds
    for (let i = 0; i < 3; i++) expect(await verify(given)).toMatchObject({ agrees: true })
    verified = true
    await coming

    expect(crowds).toBeGreaterThan(before)
    await given.folded()
    expect(await verify(given)).toMatchObject({ agrees: true })
  })

  it('leaves out parked events, as the projector does', async () => {
    const key = '00000001-0000-4000-8000-00000000dead'
    const { partition } = await given.ledger.append('events', { key, bytes: Buffer.from('no event') })
    const data = { rivalId: ofNobody }
    const nameless = encodeEvent(rivalAdded, { id: 'a', at: 1, key, data })
    const broken = Buffer.from(nameless.toString('latin1').replace('rivalId', 'rival__'), 'latin1')
    await given.ledger.append('events', { key, bytes: broken })
    await given.ledger.append('events', { key, bytes: nameless })
    await given.folded()

    expect(partition).toBe(partitionOf(12, key))
    expect(await verify(given)).toMatchObject({ agrees: true, parked: 3 })
  })

  it('reports events that cannot be folded and are not parked', async () => {
    const play = smallPlay({ playId: 900_001, player: ofNobody, chart: 'aaaaaaaaaaaaaaaa', at: 1, offset: 0 })
    const offsets = { kind: 'f32' as const, bytes: new Uint8Array(3) }
    const data = { ...play.data, rows: { ...play.data.rows, offsets } }
    const bytes = encodeEvent(playSubmitted, { ...play, data })
    const { partition, offset } = await given.ledger.append('events', { key: ofNobody, bytes })
    await given.folded()
    expect(await verify(given)).toMatchObject({ agrees: true, parked: 4 })

    const { pool } = given.database
    await pool.query('create table public.put_aside as select * from projector.parked')
    await pool.query('delete from projector.parked')
    const report = await verify(given)
    expect(report).toMatchObject({ agrees: false, parked: 0, faults: 3, differing: 2 })
    expect(
      report.listedFaults.filter((fault) => fault.includes('cannot be read, and yet is not parked')),
    ).toHaveLength(2)
    expect(report.listedFaults).toContainEqual(
      expect.stringContaining(`${partition}:${offset} cannot be folded, and yet is not parked: `),
    )
    expect(report.differences.map(({ table, kind }) => `${table} ${kind}`).toSorted()).toEqual([
      'rivals missing',
      'streams missing',
    ])
    await pool.query('insert into projector.parked select * from public.put_aside')
  })

  itLong('cleans up after a killed run, and after itself when it is aborted', async () => {
    await given.database.pool.query('create schema verify; create table verify.plays (id text)')
    expect(await verify(given)).toMatchObject({ agrees: true })

    const enough = new Error('enough')
    const aborted = verify({
      ...given,
      signal: AbortSignal.abort(enough),
    })
    await expect(aborted).rejects.toBe(enough)
    const abort = new AbortController()
    const comparing = verify({ ...given, signal: abort.signal, onProgress: () => abort.abort(enough) })
    await expect(comparing).rejects.toBe(enough)
    expect(await scratchSchemas()).toBe(0)
  })

  it('finds rules that differ from those of the ledger', async () => {
    const rules = (await given.live()).rules
    const set = (title: string) =>
      given.database.pool.query(`update projector.generations set rules = jsonb_set(rules, '{title}', $1)`, [
        JSON.stringify(title),
      ])
    await set('easier')
    expect(await verify(given)).toMatchObject({
      agrees: false,
      listedFaults: ['the rules that generation 1 keeps are not those of the ledger'],
    })
    await set(rules.title)
  })

  itLong('reports an id of two plays, and counts plays that were appended twice', async () => {
    const [history] = fc.sample(historyOfCrowd(5000), { numRuns: 1, seed: 3 })
    const play = (history ?? []).flat().find(({ event }) => event.type === 'PlaySubmitted')
    if (play?.event.type !== 'PlaySubmitted') throw new Error('that history has no play')
    const other = {
      ...play.event,
      data: { ...play.event.data, fingerprint: new Uint8Array(32).fill(9) },
    }
    const before = await verify(given)
    await appendHistory(given.ledger, [[play, play, { ...play, event: other }]])
    await given.folded()

    const report = await verify(given)
    expect(report).toMatchObject({ agrees: false, differing: 0, repeated: before.repeated + 2 })
    expect(report.listedFaults).toEqual([
      expect.stringMatching(
        new RegExp(`^play id ${play.event.data.playId} names two plays, at \\d+:\\d+ and `),
      ),
    ])
  })
})
