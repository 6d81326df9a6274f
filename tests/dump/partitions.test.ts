import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventClosed } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { runDump } from '@stepledger/services/operator/dump/dump.ts'
import { runLoad } from '@stepledger/services/operator/dump/load.ts'
import { listTables } from '@stepledger/services/operator/dump/tables.ts'
import type { ProgressState } from '@stepledger/services/operator/output.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { dump } from '../read-models/dump.ts'
import { allFiles, allRows } from './all-rows.ts'
import { fill, foldAll } from './filled-system.ts'
import { checkpointsOf, eventsBefore, eventsByKey, withoutPositions } from './ledger-positions.ts'
import { emptyPlace, openSystem, type Place, quiet } from './place.ts'
import { expectSameIds, sendPlays } from './send-plays.ts'

type System = Awaited<ReturnType<Place['open']>>

const hasKafka = (await isKafkaAvailable()) && (await isS3Available())
const claims = z.array(z.object({ play_id: z.int(), partition: z.int(), offset: z.int() }))

/** One system, loaded from dump to dump with other numbers of partitions. The tests run in order. */
describe('a dump that is loaded with another number of partitions', () => {
  const places: Place[] = []
  let ids: readonly number[]
  let folder: string
  let from: System

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-partitions-'))
    const place = await newPlace()
    from = await place.open()
    await fill(from)
    ids = await sendPlays(from)
    await foldAll(from)
    const ends = await from.ledger.ends('events')
    await appendClosing(
      from.ledger,
      ends.map((end) => end >> 1),
    )
    await appendClosing(
      from.ledger,
      ends.map((end) => end >> 2),
    )
    await runDump(from, { folder, output, now: Date.now })
  })
  afterAll(async () => {
    await from.close()
    for (const place of places) await place.remove()
    await rm(folder, { recursive: true, force: true })
  })
  async function newPlace(engine: 'embedded' | 'distributed' = 'embedded'): Promise<Place> {
    const place = await emptyPlace(engine)
    places.push(place)
    return place
  }
  const output = { progress: () => {}, signal: new AbortController().signal }
  const load = (
    place: Pick<Place, 'config'>,
    partitions: number | undefined,
    progress: (doing: ProgressState | null) => void = () => {},
  ) =>
    runLoad({
      folder,
      partitions,
      config: place.config,
      output: { ...output, progress },
      log: quiet,
      now: Date.now,
    })

  /** All but positions: events in the order of each key, ids and links, and the pages. */
  async function expectSame(to: System): Promise<void> {
    for (const topic of ['events', 'rules'] as const)
      expect(await eventsByKey(to.ledger, topic)).toEqual(await eventsByKey(from.ledger, topic))
    expect(withoutPositions(await allRows(to.database))).toEqual(
      withoutPositions(await allRows(from.database)),
    )
    expect(await allFiles(to.storage)).toEqual(await allFiles(from.storage))
    const [here, there] = [await foldAll(from), await foldAll(to)]
    expect(withoutPositions(await dump(to.database.pool, there))).toEqual(
      withoutPositions(await dump(from.database.pool, here)),
    )
    await expectPositions(to)
    expect(await verify({ ...to })).toMatchObject({ agrees: true })
    await expectSameIds(to, ids)
  }

  /** What names positions names the same events as before. */
  async function expectPositions(to: System): Promise<void> {
    const { rows } = await to.database.pool.query('select play_id, partition, "offset" from ingest.claims')
    expect(rows.length).toBeGreaterThanOrEqual(ids.length)
    for (const { play_id: playId, ...position } of claims.parse(rows)) {
      const found = await to.ledger.at('events', position)
      expect(found && decodeEvent(found.bytes)).toMatchObject({ type: 'PlaySubmitted', data: { playId } })
    }
    const [before, after] = [await checkpointsOf(from.ledger), await checkpointsOf(to.ledger)]
    expect(before).toHaveLength(2)
    for (const [nth, checkpoint] of before.entries()) {
      expect(after[nth]).toHaveLength(to.ledger.partitions.events)
      expect(await eventsBefore(to.ledger, after[nth] ?? [])).toEqual(
        await eventsBefore(from.ledger, checkpoint),
      )
    }
  }

  it('knows all columns of tables that name positions', async () => {
    const named = (await listTables(from.database.pool)).flatMap(({ name, columns }) =>
      columns
        .filter((column) => /partition|offset|position/.test(column))
        .map((column) => `${name}.${column}`),
    )
    expect(named.sort()).toEqual([
      'catalogue.checked_offsets.next_offset',
      'catalogue.checked_offsets.partition',
      'ingest.checked_offsets.next_offset',
      'ingest.checked_offsets.partition',
      'ingest.claims.offset',
      'ingest.claims.partition',
    ])
  })

  it('has the same events, ids and pages with more; interrupted in the middle, it continues', async () => {
    const place = await newPlace()
    let steps = 0
    const killed = load(place, 24, (doing) => {
      if (doing?.what === 'Loading the ledger' && ++steps === 5) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    await expect(load(place, 12)).rejects.toThrow('use --partitions 24')
    await expect(load(place, 30)).rejects.toThrow('must be a multiple of 12, and at most 96')
    expect(await load(place, 24)).toMatchObject({ partitions: 24 })
    const to = await place.open()
    const ends = await to.ledger.ends('events')
    expect(ends).toHaveLength(24)
    expect(ends.slice(12).some((end) => end > 0)).toBe(true)
    await expectSame(to)
    // From here on the larger one is the system.
    await from.close()
    from = to
    await rm(folder, { recursive: true })
    await runDump(from, { folder, output, now: Date.now })
  })

  it('has them with fewer, too', async () => {
    const place = await newPlace()
    expect(await load(place, 12)).toMatchObject({ partitions: 12 })
    const to = await place.open()
    await expectSame(to)
    await to.close()
  })

  it.skipIf(!hasKafka)('has them in Kafka, with the number that LEDGER_URL names', async () => {
    const { env, config } = await newPlace('distributed')
    await expect(load({ config }, 48)).rejects.toThrow('LEDGER_URL has 12')
    const there = readConfig({ ...env, LEDGER_URL: `${env.LEDGER_URL}&partitions=48` })
    expect(await load({ config: there }, undefined)).toMatchObject({ partitions: 48 })
    const to = await openSystem({ ...there, databaseUrl: env.DATABASE_URL ?? '' })
    await expectSame(to)
    await to.close()
  })
})

async function appendClosing(ledger: Ledger, checkpoint: number[]): Promise<void> {
  const slug = 'a-competition'
  const counts = { rulesOffset: 1, charts: 0, scores: 0, digest: '0'.repeat(64) }
  const data = { slug, closing: randomUUID(), checkpoint, ...counts }
  const bytes = encodeEvent(eventClosed, { id: randomUUID(), at: Date.now(), key: slug, data })
  await ledger.append('rules', { key: slug, bytes })
}
