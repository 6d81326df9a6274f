import { decodeEnvelope, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { waiting } from '@stepledger/services/projector/fold/parking.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { abandonNextGeneration } from '@stepledger/services/projector/generations/go-back.ts'
import { Encoder } from 'cbor-x'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { playerOf } from '../generators/history-events.ts'
import { smallPlay } from '../generators/small-play.ts'
import { dump } from '../read-models/dump.ts'
import { type CrowdedLedger, crowdedLedger } from './crowded-ledger.ts'
import { rulesWithTop } from './other-rules.ts'

const soon = { timeout: 30_000 }

/** Invariant 29: a build parks exactly the events that the live fold would park, and stops rather than lose others. */
describe('a build with events that cannot be folded', () => {
  let given: CrowdedLedger
  beforeEach(async () => {
    given = await crowdedLedger()
  })
  afterEach(() => given.close())

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

  it('parks what the live fold parks, with the same tables, and a retry folds it there', async () => {
    const crowd = given.crowds() + 1
    await refusePlays(crowd, 'g1')
    // Several batches of a bulk build, whose next one is encoded while the last one is written.
    for (let n = 0; sum(await given.ledger.ends('events')) < 800; n++) {
      const key = playerOf(given.crowds() + 5, 0)
      await given.appendCrowds(5)
      const bytes = n % 2 === 0 ? Buffer.from('no event') : brokenPlay(key)
      await given.ledger.append('events', { key, bytes })
      await given.appendCrowds(1)
      await given.ledger.append('events', { key, bytes: brokenPlay(key) })
    }
    await given.folded()
    const parked = await parkedIn(1)
    const reasons = new Set(parked.map(({ reason }) => reason.replace(/: .*/s, '')))
    expect(reasons).toEqual(
      new Set(['not an event', 'f32 column', 'not today', 'waits behind an earlier event of its key']),
    )
    await given.stopFolding()
    expect(await given.requestReplay()).toBe(2)
    await refusePlays(crowd, 'g2')
    await given.startFolding()
    await given.settled()

    expect((await given.live()).id).toBe(2)
    expect(await parkedIn(2)).toEqual(parked)
    expect(await dump(given.database.pool, 'g2')).toEqual(await dump(given.database.pool, 'g1'))
    expect(given.logged.join('\n')).toContain('generation 2 parked ')
    await given.agrees()

    await given.database.pool.query('drop trigger refuse on g2.plays')
    await given.database.pool.query('update projector.parked set retry = true where generation = 2')
    await vi.waitUntil(async () => !(await parkedIn(2)).some(({ reason }) => reason === 'not today'), soon)
    expect((await parkedIn(2)).length).toBeGreaterThan(0)
    await given.agrees()
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
    expect(given.logged.join('\n')).toContain(`the build of generation 2 stopped: ${reason}`)
    await given.appendCrowds(1)
    await given.folded()
    expect(await given.states()).toEqual(['1 live', '2 next'])

    await given.stopFolding()
    given.logged.length = 0
    await given.startFolding()
    await vi.waitUntil(
      () => given.logged.some((line) => line.includes('the build of generation 2 stopped')),
      soon,
    )

    expect(await abandonNextGeneration(given.database, codeVersion)).toMatchObject({ id: 2 })
    await given.settled()
    expect(await given.states()).toEqual(['1 live'])
    expect(await abandonNextGeneration(given.database, codeVersion)).toBeNull()
  })

  it('stops before it takes more than a hundred folded events off the pages', async () => {
    await given.stopFolding()
    expect(await given.requestReplay()).toBe(2)
    const parking = 'insert into projector.parked (generation, partition, "offset", key, type, reason)'
    await given.database.pool.query(
      `${parking} select 2, 0, 1000000 + n, 'key ' || n % 3, 'PlaySubmitted', case when n > 3 then $1 else 'broken' end
       from generate_series(1, 101) n`,
      [waiting],
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
