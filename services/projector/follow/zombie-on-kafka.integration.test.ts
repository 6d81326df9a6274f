import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isKafkaAvailable, kafkaForTests, postgresForTests } from '../../../scripts/services.ts'
import { playerNumber, smallPlay } from '../../../tests/generators/small-play.ts'
import { type Engine, openEngine } from '../../platform/engine.ts'
import { initialiseLedger } from '../../platform/ledger/initialise-ledger.ts'
import type { ExtraFold } from '../fold/apply-batch.ts'
import { compareAndSet, FencedError, type MoveCheckpoints } from '../fold/fence.ts'
import { ensureLiveGeneration } from '../generations/ensure-live-generation.ts'
import { migrateGenerations } from '../generations/tables.ts'
import { type Follower, startFollower } from './follower.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const patient = { timeout: 60_000, interval: 20 }
const count = 60

/**
 * Invariant 15 on a partitioned ledger: Kafka assigns the partitions of a stalled consumer to another one.
 */
describe.skipIf(!(await isKafkaAvailable()))(
  'given a follower that stands still with a batch in its hands',
  () => {
    let engines: Engine[]
    let generation: StoredGeneration
    let followers: Follower[]
    let servers: { stop(): Promise<void> }[]

    beforeEach(async () => {
      const [postgres, kafka] = [await postgresForTests(), await kafkaForTests()]
      servers = [postgres, kafka]
      followers = []
      const address = {
        databaseUrl: postgres.url,
        ledgerUrl: `${kafka.url}?topics=make`,
        pushChannel: postgres.url,
      }
      engines = [
        await openEngine(address, { maxConnections: 6, log }),
        await openEngine(address, { maxConnections: 6, log }),
      ]
      const [engine] = engines
      if (!engine) throw new Error('no engine')
      await migrateGenerations(engine.database)
      const inForce = await initialiseLedger(engine.ledger, {
        ledgerId: '00000000-0000-4000-8000-0000000000ab',
        at: 0,
        eventIds: ['created', 'published'],
        database: engine.database,
      })
      generation = await ensureLiveGeneration(engine.database, inForce)
      await engine.database.pool.query('create table effects (event text not null)')
      await Promise.all(
        Array.from({ length: count }, (_, n) => {
          const play = smallPlay({
            playId: n + 1,
            player: playerNumber((n % 20) + 1),
            chart: 'aaaaaaaaaaaaaaaa',
            offset: (n % 50) / 1000,
            at: 1_800_000_000_000 + n,
          })
          return engine.ledger.append('events', { key: play.key, bytes: encodeEvent(playSubmitted, play) })
        }),
      )
    })
    afterEach(async () => {
      await Promise.all(followers.map((follower) => follower.stop()))
      await Promise.all(engines.map((engine) => engine.close()))
      for (const server of servers) await server.stop()
    })

    const countEffects: ExtraFold = async (tx, batch) => {
      await tx.query('insert into effects select * from unnest($1::text[])', [
        batch.events.map((e) => e.event.id),
      ])
    }
    const start = (n: number, moveCheckpoints: MoveCheckpoints) => {
      const engine = engines[n]
      if (engine)
        followers.push(
          startFollower({ ...engine, generation, log, moveCheckpoints, extraFold: countEffects }),
        )
    }
    async function effects(): Promise<{ events: number; effects: number }> {
      const { rows } = await pool().query<{ events: number; effects: number }>(
        'select count(distinct event) as events, count(*) as effects from effects',
      )
      return rows[0] ?? { events: 0, effects: 0 }
    }
    function pool() {
      const [engine] = engines
      if (!engine) throw new Error('no engine')
      return engine.database.pool
    }
    const checkpoints = () => readCheckpoints(pool(), generation.id)
    const folded = async () => (await checkpoints()).reduce((sum, offset) => sum + offset, 0)

    /**
     * The first consumer stalls in its first batch, the second one is assigned its partitions and folds some of that
     * batch, then the first one resumes.
     */
    async function zombieWakes(moveCheckpoints: MoveCheckpoints): Promise<'fenced' | 'let through'> {
      const [stalled, standStill] = signal()
      const [awake, wake] = signal()
      const [tried, settle] = signal()
      let outcome: 'fenced' | 'let through' = 'let through'
      let first = true
      let inHand: Parameters<MoveCheckpoints>[2] = []
      start(0, async (tx, id, moves) => {
        if (!first) return moveCheckpoints(tx, id, moves)
        first = false
        inHand = moves
        standStill()
        await awake
        try {
          await moveCheckpoints(tx, id, moves)
        } catch (error) {
          if (error instanceof FencedError) outcome = 'fenced'
          throw error
        } finally {
          settle()
        }
      })
      await stalled
      start(1, compareAndSet)
      await vi.waitUntil(async () => {
        const next = await checkpoints()
        return inHand.some(({ partition, from }) => (next[partition] ?? 0) > from)
      }, patient)
      wake()
      await tried
      await vi.waitUntil(async () => (await folded()) >= count, patient)
      return outcome
    }

    it('when it resumes after its partitions were reassigned, its batch is rolled back', async () => {
      expect(await zombieWakes(compareAndSet)).toBe('fenced')

      expect(await effects()).toEqual({ events: count, effects: count })
    }, 120_000)

    it('without the fence, the same scenario ends in duplicates', async () => {
      const unfenced: MoveCheckpoints = async (tx, id, moves) => {
        await tx.query(
          `update projector.checkpoints c set next_offset = m."to"
         from unnest($2::smallint[], $3::bigint[]) as m(partition, "to") where c.generation = $1 and c.partition = m.partition`,
          [id, moves.map((m) => m.partition), moves.map((m) => m.to)],
        )
      }
      await zombieWakes(unfenced)

      const found = await effects()
      expect(found.events).toBe(count)
      expect(found.effects).toBeGreaterThan(count)
    }, 120_000)
  },
)

function signal(): [Promise<void>, () => void] {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return [promise, resolve]
}
