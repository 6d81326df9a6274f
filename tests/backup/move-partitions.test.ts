import { randomUUID } from 'node:crypto'
import { eventClosed } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { migrateTables } from '@stepledger/services/migrate-all.ts'
import { runBackup } from '@stepledger/services/operator/backup/run-backup.ts'
import { runRestore } from '@stepledger/services/operator/backup/run-restore.ts'
import { listTables } from '@stepledger/services/operator/backup/tables/list-tables.ts'
import { runMove } from '@stepledger/services/operator/move/run-move.ts'
import type { ProgressState } from '@stepledger/services/operator/progress.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { command } from '../operator/command.ts'
import { dump } from '../read-models/dump.ts'
import { allEvents, allRows, withoutMoves } from './all-rows.ts'
import { fill, foldAll } from './filled-system.ts'
import {
  checkpoints,
  checkpointsIn,
  eventsBefore,
  eventsByKey,
  withoutPositions,
} from './ledger-positions.ts'
import { type EngineName, emptyPlace, openSystem, type Place, quiet } from './place.ts'
import { expectSameIds, sendWith } from './send-plays.ts'

type System = Awaited<ReturnType<Place['open']>>

const hasKafka = (await isKafkaAvailable()) && (await isS3Available())
const claims = z.array(z.object({ play_id: z.int(), partition: z.int(), offset: z.int() }))

/** One system, moved to more and more partitions. The tests run in order. */
describe('ledger move to a ledger with more partitions', () => {
  const places: Place[] = []
  const ids = new Map<number, number | null>()
  let small: Place
  let large: Place

  beforeAll(async () => {
    small = await newPlace('embedded')
    large = await newPlace('embedded')
  })
  afterAll(async () => {
    for (const place of places) await place.remove()
  })
  async function newPlace(engine: EngineName): Promise<Place> {
    const place = await emptyPlace(engine)
    places.push(place)
    return place
  }

  /** All but positions: events in the order of each key, ids and links, and the pages. */
  async function expectSame(from: System, to: System): Promise<void> {
    for (const topic of ['events', 'rules'] as const)
      expect(await eventsByKey(to.ledger, topic)).toEqual(await eventsByKey(from.ledger, topic))
    const { 'projector.generations': old = [], ...before } = withoutPositions(
      withoutMoves(await allRows(from.database)),
    )
    const { 'projector.generations': all = [], ...after } = withoutPositions(
      withoutMoves(await allRows(to.database)),
    )
    expect(after).toEqual(before)
    expect(all).toHaveLength(old.length + 1)
    const [here, there] = [await foldAll(from), await foldAll(to)]
    expect(withoutPositions(await dump(to.database.pool, there))).toEqual(
      withoutPositions(await dump(from.database.pool, here)),
    )
    await expectPositions(from, to)
    expect(await verify({ ...to })).toMatchObject({ agrees: true })
  }

  /** What names positions names the same events as before. */
  async function expectPositions(from: System, to: System): Promise<void> {
    const { rows } = await to.database.pool.query(
      'select play_id, partition, "offset" from ingest.claims where partition is not null',
    )
    for (const { play_id: playId, ...position } of claims.parse(rows)) {
      const found = await to.ledger.at('events', position)
      expect(found && decodeEvent(found.bytes)).toMatchObject({ type: 'PlaySubmitted', data: { playId } })
    }
    const [before, after] = [await checkpointsIn(from), await checkpointsIn(to)]
    expect(after[0]).toHaveLength(to.ledger.partitions.events)
    for (const [nth, checkpoint] of before.entries())
      expect(await eventsBefore(to.ledger, after[nth] ?? [])).toEqual(
        await eventsBefore(from.ledger, checkpoint),
      )
  }

  it('knows all columns of tables of record that name positions', async () => {
    const system = await small.open()
    await migrateTables(system.database)
    const tables = await listTables(system.database.pool)
    const named = tables.flatMap(({ name, columns }) =>
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
      // In the topic `rules`, whose positions stay.
      'projector.generations.rules_offset',
    ])
    await system.close()
  })

  it('gives each event a new position, and keeps ids, links and pages; interrupted in the middle, it continues', async () => {
    // Given a system with a history, claims, and an event that names a checkpoint
    const from = await small.open()
    await fill(from)
    const sending = sendWith(from, ids)
    for (let n = 0; n < 40; n++) sending.onProgress()
    await sending.done()
    await foldAll(from)
    for (const table of checkpoints)
      await from.database.pool.query(
        `insert into ${table} select partition, next / 2 from ledger.ends('events') where partition % 2 = 0`,
      )
    await appendClosing(from.ledger)

    // When a move ends in the middle of a batch
    let copied = 0
    const options = {
      source: from,
      owner: from.database,
      from: small.config,
      to: large.config,
      partitions: 24,
      confirm: async () => true,
      record: async () => {},
      output: {
        progress(doing: ProgressState | null) {
          sending.onProgress()
          if (doing?.what === 'Copying the ledger' && ++copied === 5) throw new Error('killed')
        },
        signal: new AbortController().signal,
      },
      log: quiet,
      now: Date.now,
    }
    await expect(runMove(options)).rejects.toThrow('killed')
    await expect(runMove({ ...options, partitions: 36 })).rejects.toThrow('use --partitions 24')

    // And is run again, while plays arrive
    await expect(runMove(options)).resolves.toMatchObject({ folded: true })
    await sending.done()

    // Then everything is there
    const to = await large.open()
    const ends = await to.ledger.ends('events')
    expect(ends).toHaveLength(24)
    expect(ends.slice(0, 12).some((end, n) => end > 0 && (ends[n + 12] ?? 0) > 0)).toBe(true)
    await expectSame(from, to)
    await expectSameIds(to, ids)
    await from.close()
    await to.close()
  })

  it('is backed up, and restored with as many partitions', async () => {
    const system = await large.open()
    const copy = await newPlace('embedded')
    const output = { progress: () => {}, signal: new AbortController().signal }
    const folder = `${copy.config.dataDir}/backup`
    await runBackup(system, { folder, key: null, keep: 1, output, now: Date.now })
    const restoring = { folder, key: null, at: undefined, output, log: quiet, now: Date.now }
    await runRestore({ ...restoring, config: copy.config })
    const restored = await copy.open()
    expect(await allEvents(restored.ledger)).toEqual(await allEvents(system.ledger))
    expect(await allRows(restored.database)).toEqual(await allRows(system.database))
    const old = await small.open()
    await expect(runBackup(old, { folder, key: null, keep: 1, output, now: Date.now })).rejects.toThrow(
      'The ledger has 12 partitions, and its backup there 24',
    )
    await old.close()
    await restored.close()
    await system.close()
  })

  it.skipIf(!hasKafka)('grows again into Kafka, and has no fewer partitions afterwards', async () => {
    const from = await large.open()
    const place = await newPlace('distributed')
    const to = place.env.DATABASE_URL ?? ''
    const ledger = place.env.LEDGER_URL ?? ''
    const move = (...more: string[]) =>
      command('', ['move', '--to', to, '--ledger', ledger, '--yes', '--json', ...more], {
        env: large.env,
        onProgress: sending.onProgress,
      })
    const sending = sendWith(from, ids)
    expect(await move('--partitions', '12')).toMatchObject({
      code: 2,
      err: expect.stringContaining('must be a multiple of 24, which the ledger has'),
    })
    const moved = await move('--partitions', '48')
    expect(moved).toMatchObject({ code: 0 })
    const settings = z.object({ settings: z.object({ set: z.array(z.string()) }) }).parse(moved.json())
    expect(settings.settings.set).toContain(`LEDGER_URL=${ledger}&partitions=48`)
    await sending.done()
    const grown = await openAt(place, `${ledger}&partitions=48`)
    expect(grown.ledger.partitions.events).toBe(48)
    await expectSame(from, grown)
    await expectSameIds(grown, ids)
    await from.close()
    await grown.close()
  })
})

function openAt({ config, env }: Place, ledgerUrl: string): Promise<System> {
  return openSystem({ ...config, databaseUrl: env.DATABASE_URL ?? '', ledgerUrl })
}

async function appendClosing(ledger: Ledger): Promise<void> {
  const [slug, checkpoint] = ['a-competition', (await ledger.ends('events')).map((end) => end >> 1)]
  const counts = { rulesOffset: 1, charts: 0, scores: 0, digest: '0'.repeat(64) }
  const data = { slug, closing: randomUUID(), checkpoint, ...counts }
  const bytes = encodeEvent(eventClosed, { id: randomUUID(), at: Date.now(), key: slug, data })
  await ledger.append('rules', { key: slug, bytes })
}
