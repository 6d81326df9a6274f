import { decodeEnvelope, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { notifyGenerationManager } from '@stepledger/services/projector/generations/generation-requests.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { dropGeneration } from '@stepledger/services/projector/generations/make-generation.ts'
import {
  abandonNextGeneration,
  requestGeneration,
  requestPreviousGeneration,
} from '@stepledger/services/projector/generations/next-generation.ts'
import { Encoder } from 'cbor-x'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { playerOf } from '../generators/history-events.ts'
import { smallPlay } from '../generators/small-play.ts'
import { dump } from '../read-models/dump.ts'
import { buildGate } from './gate.ts'
import { rulesWithTop } from './other-rules.ts'

const soon = { timeout: 30_000 }

/** Invariants 26 to 30: a generation is built beside the live one, and replaces it at exactly its checkpoint. */
describe('a generation', () => {
  let given: FoldingLedger
  let logged: string[]
  let crowds = 0

  beforeEach(async () => {
    logged = []
    crowds = 0
    given = await foldingLedger(logged)
    await appendCrowds(40)
    await given.folded()
  })
  afterEach(() => given.close())

  async function appendCrowds(count: number) {
    for (let i = 0; i < count; i++) {
      const crowd = ++crowds
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(given.ledger, partitions)
    }
  }
  const states = async () =>
    (await readGenerations(given.database.pool)).map(({ id, state }) => `${id} ${state}`)
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const folded = async (id: number) => sum(await readCheckpoints(given.database.pool, id))
  const agrees = async () => {
    await given.folded()
    expect(await verify(given)).toMatchObject({ agrees: true, differences: [], listedFaults: [] })
  }

  it('is built when rules are published while plays arrive, and equals a fresh fold', async () => {
    let settled = false
    const coming = (async () => {
      while (!settled) {
        await appendCrowds(1)
        // Appends only as fast as the projector folds, so that the build can catch up.
        await given.folded()
      }
    })()
    const offset = await given.publish(rulesWithTop(3))
    const live = await given.settled(offset)
    settled = true
    await coming

    expect(live).toMatchObject({ id: 2, rules: rulesWithTop(3), codeVersion })
    expect(await states()).toEqual(['1 kept', '2 live'])
    await agrees()
    const { rows } = await given.database.pool.query(
      'select count(*) as n from g1.plays a join g2.plays b using (id) where a.hundredths <> b.hundredths',
    )
    expect(rows).not.toEqual([{ n: 0 }])
  })

  it("is built immediately on request, however long the projector's poll interval", async () => {
    await given.stopFolding()
    await given.startFolding({ pollMs: 3_600_000 })
    const inForce = await latestRules(given.ledger)
    if (!inForce) throw new Error('the ledger has no rules')
    await requestGeneration(given.database, { inForce, codeVersion })
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)

    await given.publish(rulesWithTop(3))
    await notifyGenerationManager(given.database.pool)
    await vi.waitUntil(async () => (await given.live()).id === 3, soon)
  })

  it('resumes at its checkpoint after its builder dies, and folds nothing twice', async () => {
    while (sum(await given.ledger.ends('events')) < 1_200) await appendCrowds(20)
    await given.folded()
    await given.stopFolding()
    const offset = await given.publish(rulesWithTop(3))
    const held = buildGate(2)
    await given.startFolding(held)
    await held.reached
    const stopped = given.stopFolding()
    held.open()
    await stopped
    const before = await folded(2)
    expect(before).toBeGreaterThan(0)
    expect(await states()).toEqual(['1 live', '2 next'])

    let again = 0
    await given.startFolding({
      extraBuildFold: async (_, batch) => {
        again += sum(batch.moves.map(({ from, to }) => to - from))
      },
    })
    await given.settled(offset)
    expect(before + again).toBe(await folded(1))
    await agrees()
  })

  it('is abandoned when other rules are published during the build', async () => {
    await given.stopFolding()
    await given.publish(rulesWithTop(3))
    const held = buildGate(1)
    await given.startFolding(held)
    await held.reached
    const offset = await given.publish(rulesWithTop(5))
    await vi.waitUntil(async () => (await states()).includes('3 next'), soon)
    held.open()
    await given.settled(offset)

    expect(await states()).toEqual(['1 kept', '3 live'])
    const { rows } = await given.database.pool.query(
      "select schema_name as name from information_schema.schemata where schema_name like 'g%' order by 1",
    )
    expect(rows.map(({ name }) => name)).toEqual(['g1', 'g3'])
    await agrees()
  })

  /** The tables of a generation refuse plays of the second player of each crowd from this one on. */
  const refusePlays = (crowd: number, schema: string) => {
    const players = Array.from({ length: 200 }, (_, i) => `'${playerOf(crowd + i, 1)}'`)
    return given.database.pool.query(
      `create function ${schema}.refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
       create trigger refuse before insert on ${schema}.plays for each row
         when (new.player in (${players})) execute function ${schema}.refuse()`,
    )
  }
  const parkedIn = async (generation: number) =>
    (
      await given.database.pool.query(
        'select partition, "offset", key, type, play_id, reason from projector.parked where generation = $1 order by 1, 2',
        [generation],
      )
    ).rows
  const requestReplay = async () => {
    const inForce = await latestRules(given.ledger)
    if (!inForce) throw new Error('the ledger has no rules')
    return requestGeneration(given.database, { inForce, codeVersion })
  }

  it('parks what the live fold parks, with the same tables, and a retry folds it there', async () => {
    const crowd = crowds + 1
    await refusePlays(crowd, 'g1')
    // Several batches of a bulk build, whose next one is encoded while the last one is written.
    for (let n = 0; sum(await given.ledger.ends('events')) < 800; n++) {
      const key = playerOf(crowds + 5, 0)
      await appendCrowds(5)
      const bytes = n % 2 === 0 ? Buffer.from('no event') : brokenPlay(key)
      await given.ledger.append('events', { key, bytes })
      await appendCrowds(1)
      await given.ledger.append('events', { key, bytes: brokenPlay(key) })
    }
    await given.folded()
    const parked = await parkedIn(1)
    const reasons = new Set(parked.map(({ reason }) => reason.replace(/: .*/s, '')))
    expect(reasons).toEqual(
      new Set(['not an event', 'f32 column', 'not today', 'waits behind an earlier event of its key']),
    )
    await given.stopFolding()
    expect(await requestReplay()).toBe(2)
    await refusePlays(crowd, 'g2')
    await given.startFolding()
    await given.settled()

    expect((await given.live()).id).toBe(2)
    expect(await parkedIn(2)).toEqual(parked)
    expect(await dump(given.database.pool, 'g2')).toEqual(await dump(given.database.pool, 'g1'))
    expect(logged.join('\n')).toContain('generation 2 parked ')
    await agrees()

    await given.database.pool.query('drop trigger refuse on g2.plays')
    await given.database.pool.query('update projector.parked set retry = true where generation = 2')
    await vi.waitUntil(async () => !(await parkedIn(2)).some(({ reason }) => reason === 'not today'), soon)
    expect((await parkedIn(2)).length).toBeGreaterThan(0)
    await agrees()
  })

  it('stops at an event of a newer release and reports it; live continues; it can be abandoned', async () => {
    const key = playerOf(1, 0)
    const bytes = new Encoder({ useRecords: false }).encode({ ...decodeEnvelope(brokenPlay(key)), v: 99 })
    await given.stopFolding()
    const { partition, offset } = await given.ledger.append('events', { key, bytes })
    // As if the live generation had folded it with a newer release.
    await given.database.pool.query(
      'update projector.checkpoints set next_offset = $2 where generation = 1 and partition = $1',
      [partition, offset + 1],
    )
    await given.startFolding()
    await given.publish(rulesWithTop(3))
    await vi.waitUntil(async () => (await readGenerations(given.database.pool))[1]?.stopped, soon)

    const reason = `PlaySubmitted at ${partition}:${offset} of ${key} cannot be folded: PlaySubmitted has version 99`
    const [, next] = await readGenerations(given.database.pool)
    expect(next).toMatchObject({ state: 'next', stopped: expect.stringContaining(reason) })
    expect(logged.join('\n')).toContain(`the build of generation 2 stopped: ${reason}`)
    await appendCrowds(1)
    await given.folded()
    expect(await states()).toEqual(['1 live', '2 next'])

    await given.stopFolding()
    logged.length = 0
    await given.startFolding()
    await vi.waitUntil(() => logged.some((line) => line.includes('the build of generation 2 stopped')), soon)

    expect(await abandonNextGeneration(given.database, codeVersion)).toMatchObject({ id: 2 })
    await given.settled()
    expect(await states()).toEqual(['1 live'])
    expect(await abandonNextGeneration(given.database, codeVersion)).toBeNull()
  })

  it('stops before it takes more than a hundred folded events off the pages', async () => {
    await given.stopFolding()
    expect(await requestReplay()).toBe(2)
    const parking = 'insert into projector.parked (generation, partition, "offset", key, type, reason)'
    await given.database.pool.query(
      `${parking} select 2, 0, 1000000 + n, 'key ' || n, 'PlaySubmitted', 'broken' from generate_series(1, 101) n`,
    )
    await given.startFolding()
    await vi.waitUntil(async () => (await readGenerations(given.database.pool))[1]?.stopped, soon)
    expect((await readGenerations(given.database.pool))[1]?.stopped).toMatch(/^101 events that the live/)

    // Events that the live generation has parked as well do not count.
    await given.database.pool.query(
      `${parking} select 1, partition, "offset", key, type, reason from projector.parked where generation = 2 limit 1`,
    )
    await given.database.pool.query('update projector.next set stopped = null')
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)
  })

  it('can be rebuilt under the same rules', async () => {
    expect(await requestReplay()).toBe(2)
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)
    await agrees()
  })

  it('can be rolled back to: the previous generation catches up before it becomes live', async () => {
    await given.settled(await given.publish(rulesWithTop(3)))
    await appendCrowds(10)
    await given.folded()
    const before = await folded(1)
    const ends = sum(await given.ledger.ends('events'))
    expect(before).toBeLessThan(ends)

    await requestPreviousGeneration(given.database, codeVersion)
    await given.settled()
    expect(await given.live()).toMatchObject({ id: 1, rules: firstRules })
    expect(await folded(1)).toBe(ends)
    await agrees()
    // The published rules do not change, and nothing is rebuilt without a request.
    expect(await states()).toEqual(['1 live', '2 kept'])
    await requestPreviousGeneration(given.database, codeVersion)
    await given.settled()
    expect((await given.live()).id).toBe(2)
  })

  it('cannot be rolled back to without a previous one, from other code, or during a build', async () => {
    const back = () => requestPreviousGeneration(given.database, codeVersion)
    await expect(back()).rejects.toThrow('There is no earlier generation')

    await given.settled(await given.publish(rulesWithTop(3)))
    await given.database.pool.query('update projector.generations set code_version = 77 where id = 1')
    await expect(back()).rejects.toThrow(/^Generation 1 was folded by version 77 of the code/)

    await given.stopFolding()
    await given.publish(rulesWithTop(5))
    const held = buildGate(1)
    await given.startFolding(held)
    await held.reached
    await expect(back()).rejects.toThrow('Generation 3 is being built')
    held.open()
    await given.settled()
  })

  it('is dropped on request, but never while it is live or next', async () => {
    await given.settled(await given.publish(rulesWithTop(3)))
    expect(await dropGeneration(given.database, 2)).toBe(false)
    expect(await dropGeneration(given.database, 1)).toBe(true)
    expect(await states()).toEqual(['2 live'])
    await expect(requestPreviousGeneration(given.database, codeVersion)).rejects.toThrow(
      'There is no earlier',
    )
    await agrees()
  })

  it('of older code stays live until its replacement is ready; of newer code it prevents the start', async () => {
    await given.stopFolding()
    await given.database.pool.query('update projector.generations set code_version = code_version - 1')
    const before = await folded(1)
    await appendCrowds(5)
    await given.startFolding()
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)
    expect(await folded(1)).toBe(before)
    await agrees()

    await given.stopFolding()
    await given.database.pool.query(
      'update projector.generations set code_version = code_version + 1 where id = 2',
    )
    await expect(given.startFolding()).rejects.toThrow('start the newer release')
  })
})

/** A play whose column of offsets is too short. */
function brokenPlay(player: string): Buffer {
  const play = smallPlay({
    playId: 900_000,
    player,
    chart: 'b'.repeat(16),
    at: 1_800_000_000_000,
    offset: 0.01,
  })
  const offsets = { kind: 'f32' as const, bytes: new Uint8Array(3) }
  return encodeEvent(playSubmitted, { ...play, data: { ...play.data, rows: { ...play.data.rows, offsets } } })
}
