import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { type PlaySubmitted, playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { playerNumber, smallPlay } from '../../../tests/generators/small-play.ts'
import { deferred } from '../../platform/async/deferred-in-tests.ts'
import { type Engine, openEngine } from '../../platform/engine.ts'
import { initialiseLedger } from '../../platform/ledger/initialise-ledger.ts'
import { LedgerUnavailableError } from '../../platform/ledger/ledger.ts'
import { silentLog } from '../../platform/log/log.ts'
import { followProgress, type Progress } from '../../progress.ts'
import { compareAndSet, type MoveCheckpoints } from '../fold/fence.ts'
import type { ExtraFold } from '../fold/fold-worker.ts'
import { ensureLiveGeneration } from '../generations/ensure-live-generation.ts'
import { migrateGenerations } from '../generations/tables.ts'
import { countEffects, createEffects, effectsIn, unfenced } from './effects-in-tests.ts'
import { type Follower, startFollower } from './follower.ts'
import { retryParked } from './retry-parked.ts'

const log = silentLog

describe('a follower', () => {
  let postgres: TestService
  let engine: Engine
  let generation: StoredGeneration
  let progress: Progress
  let running: Follower[] = []

  beforeEach(async () => {
    postgres = await postgresForTests()
    engine = await openEngine(
      { databaseUrl: postgres.url, pushChannel: postgres.url },
      { maxConnections: 8, log },
    )
    await migrateGenerations(engine.database)
    const inForce = await initialiseLedger(engine.ledger, {
      ledgerId: '00000000-0000-4000-8000-0000000000aa',
      at: 0,
      eventIds: ['created', 'published'],
      database: engine.database,
    })
    generation = await ensureLiveGeneration(engine.database, inForce)
    progress = await followProgress(engine.database, engine.push)
    await createEffects(engine.database.pool)
  })
  afterEach(async () => {
    await Promise.all(running.map((follower) => follower.stop()))
    running = []
    await progress.stop()
    await engine.close()
    await postgres.stop()
  })

  function start(options: { moveCheckpoints?: MoveCheckpoints; extraFold?: ExtraFold } = {}): Follower {
    const follower = startFollower({ ...engine, generation, log, ...options })
    running.push(follower)
    return follower
  }

  const effects = () => effectsIn(engine.database.pool)

  async function append(plays: readonly PlaySubmitted[]): Promise<Position[]> {
    return Promise.all(
      plays.map((play) =>
        engine.ledger.append('events', { key: play.key, bytes: encodeEvent(playSubmitted, play) }),
      ),
    )
  }
  const plays = (count: number) =>
    Array.from({ length: count }, (_, i) => playOf(i + 1, playerNumber((i % 8) + 1)))
  const allReached = (positions: readonly Position[]) =>
    Promise.all(positions.map((position) => progress.reached(position, 30_000)))

  it('folds existing and new events, and publishes its checkpoints', async () => {
    const before = await append(plays(30))
    start()
    const after = await append(plays(60).slice(30))

    expect(await allReached([...before, ...after])).not.toContain(false)
    const { rows } = await engine.database.pool.query(`select count(*) as n from ${generation.schema}.plays`)
    expect(rows).toEqual([{ n: 60 }])
  })

  it('parks an event that cannot be applied, with its reason, and every later one of its key, and folds the rest', async () => {
    const poison = playOf(7, playerNumber(1))
    poison.data.bodyVersion = 'no database stores this: \0'
    const positions = await append([
      playOf(1, playerNumber(2)),
      poison,
      playOf(8, playerNumber(1)),
      ...plays(40).slice(8),
    ])
    start()

    expect(await allReached(positions)).not.toContain(false)
    const { rows: parked } = await engine.database.pool.query(
      'select key, type, reason from projector.parked order by "offset"',
    )
    expect(parked[0]).toMatchObject({
      key: playerNumber(1),
      type: 'PlaySubmitted',
      reason: expect.stringContaining('0x00'),
    })
    expect(new Set(parked.map((row) => row.key))).toEqual(new Set([playerNumber(1)]))
    const { rows } = await engine.database.pool.query(
      `select count(*) as n, count(*) filter (where player = $1) as parked from ${generation.schema}.plays`,
      [playerNumber(1)],
    )
    expect(rows).toEqual([{ n: positions.length - parked.length, parked: 0 }])
  })

  it('parks an event whose key contains NUL, which no database stores', async () => {
    const play = playOf(1, playerNumber(1))
    const bytes = encodeEvent(playSubmitted, { ...play, key: `${play.key}\0` })
    const positions = [
      await engine.ledger.append('events', { key: play.key, bytes }),
      ...(await append([play])),
    ]
    start()

    expect(await allReached(positions)).not.toContain(false)
    const { rows } = await engine.database.pool.query('select key from projector.parked')
    expect(rows).toEqual([{ key: `${play.key}\uFFFD` }])
  })

  it('keeps the mark of a parked event for a retry while the ledger does not answer', async () => {
    const poison = playOf(7, playerNumber(1))
    poison.data.bodyVersion = 'no database stores this: \0'
    const positions = await append([poison])
    start()
    expect(await allReached(positions)).not.toContain(false)
    const { pool } = engine.database
    await pool.query("update projector.parked set retry = true, reason = 'first'")

    const at = () => Promise.reject(new LedgerUnavailableError('away'))
    const ledger = { ...engine.ledger, at }
    await expect(retryParked({ ...engine, ledger }, generation, log)).rejects.toThrow("can't read")
    const parked = async () => (await pool.query('select retry, reason from projector.parked')).rows
    expect(await parked()).toEqual([{ retry: true, reason: 'first' }])

    await retryParked(engine, generation, log)
    expect(await parked()).toMatchObject([{ retry: false, reason: expect.stringContaining('0x00') }])
  })

  /**
   * Invariant 15. A worker reads a batch and stalls before its checkpoint; another one folds the same batch; the first
   * one resumes as a zombie.
   */
  async function zombieWakes(moveCheckpoints: MoveCheckpoints) {
    const [asleep, wake] = deferred()
    const [reachedTheFence, stalled] = deferred()
    let tries = 0
    let firstTryEnded: Promise<unknown> = Promise.resolve()
    const sleepAtFirst: MoveCheckpoints = (tx: pg.PoolClient, id, moves) => {
      tries += 1
      if (tries > 1) return moveCheckpoints(tx, id, moves)
      stalled()
      const tried = asleep.then(() => moveCheckpoints(tx, id, moves))
      firstTryEnded = tried.catch(() => {})
      return tried
    }
    const positions = await append(plays(40))
    const zombie = start({ moveCheckpoints: sleepAtFirst, extraFold: countEffects })
    await reachedTheFence
    start({ extraFold: countEffects })
    expect(await allReached(positions)).not.toContain(false)
    wake()
    await firstTryEnded
    await zombie.stop()
  }

  it('rolls back the batch of a zombie that another worker has folded', async () => {
    await zombieWakes(compareAndSet)

    expect(await effects()).toEqual({ events: 40, effects: 40 })
  })

  it('without the fence, the same scenario ends in duplicates, so the test above can fail', async () => {
    await zombieWakes(unfenced)

    const { events, effects: applied } = await effects()
    expect(events).toBe(40)
    expect(applied).toBeGreaterThan(40)
  })
})

function playOf(playId: number, key: string): PlaySubmitted {
  return smallPlay({
    playId,
    player: key,
    chart: playId % 2 ? 'aaaaaaaaaaaaaaaa' : 'bbbbbbbbbbbbbbbb',
    offset: (playId % 50) / 1000,
    at: 1_800_000_000_000 + playId,
  })
}
