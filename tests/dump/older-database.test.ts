import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playerErased } from '@stepledger/contracts/erasure/events.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { packOwnerChanged, packUploaded } from '@stepledger/contracts/packs/events.ts'
import { continuePackIds, packFor } from '@stepledger/services/catalogue/uploads/pack-ids.ts'
import { continuePlayIds } from '@stepledger/services/ingest/play-ids/continue-play-ids.ts'
import { runDump } from '@stepledger/services/operator/dump/dump.ts'
import { runLoad } from '@stepledger/services/operator/dump/load.ts'
import type { Engine } from '@stepledger/services/platform/engine.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { fill, players, playsOf } from './filled-system.ts'
import { emptyPlace, type Place, quiet } from './place.ts'

const [ann = '', bob = '', cay = ''] = players
const isAvailable = (await isKafkaAvailable()) && (await isS3Available())

/** Postgres was lost and loaded from a dump; Kafka was not, and has events from after the dump. */
describe.skipIf(!isAvailable)('a database that is older than the ledger', () => {
  let folder: string
  let lost: Place
  let place: Place
  let system: Awaited<ReturnType<Place['open']>>
  let restored: Awaited<ReturnType<Place['open']>>
  let newerId: number
  let newerPackId: number
  const output = { progress: () => {}, signal: new AbortController().signal }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-older-'))
    lost = await emptyPlace('distributed')
    system = await lost.open()
    await fill(system)
    await playsOf(system).send(ann, 'before')
    await runDump(system, { folder, output, now: Date.now })
    await changeAfterDump(system)
    place = await emptyPlace('distributed', lost.env.LEDGER_URL)
    const config = place.config
    await runLoad({ folder, partitions: undefined, config, output, log: quiet, now: Date.now })
    restored = await place.open()
  })
  afterAll(async () => {
    await system.close()
    await restored.close()
    await lost.remove()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function changeAfterDump(engine: Engine): Promise<void> {
    const { database, ledger } = engine
    const plays = playsOf(engine)
    const sent = await Promise.all(
      Array.from({ length: 300 }, (_, n) => plays.send(n % 2 ? ann : bob, `after ${n}`)),
    )
    newerId = Math.max(...sent.map(({ playId }) => playId))
    await plays.send(cay, 'of somebody who leaves')
    await plays.drained()
    const erased = { id: 'erasure', at: 1, key: cay, data: {} }
    await ledger.append('events', { key: cay, bytes: encodeEvent(playerErased, erased) })
    newerPackId = (await packFor(database, 'Newer', bob)).id
    const data = {
      packId: newerPackId,
      uploadId: '00000000-0000-4000-8000-000000000099',
      name: 'Newer',
      uploader: bob,
      sha256: new Uint8Array(32),
      size: 1,
    }
    const key = String(newerPackId)
    const uploaded = encodeEvent(packUploaded, { id: 'upload', at: 1, key, data })
    await ledger.append('events', { key, bytes: uploaded })
    const passedOn = { id: 'owner', at: 1, key, data: { packId: newerPackId, owner: ann } }
    await ledger.append('events', { key, bytes: encodeEvent(packOwnerChanged, passedOn) })
  }

  /** What a restored dump of another tool has: the tables as they were, and nothing that the ledger has since. */
  async function forgetNewer({ database }: Engine): Promise<void> {
    await database.pool.query(`
      delete from ingest.claims where at > (select min(at) from ingest.claims where play_id = (select min(play_id) from ingest.claims));
      select setval('ingest.play_ids', 1, true);
      update ingest.checked_offsets set next_offset = 0;
      delete from catalogue.packs where id >= ${newerPackId};
      select setval('catalogue.packs_id_seq', 1, true);
      update catalogue.checked_offsets set next_offset = 0`)
  }

  async function expectNoIdTwice(): Promise<void> {
    const plays = playsOf(restored)
    // A play that only the ledger knows is the same play
    const again = await plays.send(bob, 'after 100')
    expect(again).toMatchObject({ duplicate: true })
    expect(again.playId).toBeLessThanOrEqual(newerId)
    const before = await restored.ledger.ends('events')
    expect(await plays.send(bob, 'after 100')).toMatchObject({ playId: again.playId })
    expect(await restored.ledger.ends('events')).toEqual(before)
    // A new one has a new id
    expect((await plays.send(bob, `new ${Math.random()}`)).playId).toBeGreaterThan(newerId)
    await plays.drained()
    expect(await packFor(restored.database, 'newer', ann)).toEqual({ id: newerPackId, owner: ann })
    expect((await packFor(restored.database, `Other ${Math.random()}`, ann)).id).toBeGreaterThan(newerPackId)
  }

  it('issues no id twice after `ledger load`, and completes the erasure that it missed', async () => {
    await expectNoIdTwice()
    const { rows } = await restored.database.pool.query('select player_id, erase_at from accounts.erasures')
    expect(rows).toEqual([{ player_id: cay, erase_at: new Date(1) }])
  })

  it('issues no id twice after a dump of another tool was restored', async () => {
    await forgetNewer(restored)
    await continuePlayIds(restored.database, restored.ledger)
    await continuePackIds(restored.database, restored.ledger)
    await expectNoIdTwice()
  })

  it('is noticed within a minute by servers that went on running', async () => {
    const { database, ledger } = restored
    const works = [await continuePlayIds(database, ledger), await continuePackIds(database, ledger)]
    await forgetNewer(restored)
    for (const work of works) await work()
    await expectNoIdTwice()
  })
})
