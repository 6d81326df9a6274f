import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isKafkaAvailable, kafkaForTests, postgresForTests } from '../../../scripts/services.ts'
import { playerNumber, smallPlay } from '../../../tests/generators/small-play.ts'
import { deferred } from '../../platform/async/deferred-in-tests.ts'
import { type Engine, openEngine } from '../../platform/engine.ts'
import { initialiseLedger } from '../../platform/ledger/initialise-ledger.ts'
import { silentLog } from '../../platform/log/log.ts'
import { compareAndSet, FencedError, type MoveCheckpoints } from '../fold/fence.ts'
import { ensureLiveGeneration } from '../generations/ensure-live-generation.ts'
import { migrateGenerations } from '../generations/tables.ts'
import { countEffects, createEffects, effectsIn, unfenced } from './effects-in-tests.ts'
import { type Follower, startFollower } from './follower.ts'

const log = silentLog
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
      await createEffects(engine.database.pool)
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

    const start = (n: number, moveCheckpoints: MoveCheckpoints) => {
      const engine = engines[n]
      if (engine)
        followers.push(
          startFollower({ ...engine, generation, log, moveCheckpoints, extraFold: countEffects }),
        )
    }
    const effects = () => effectsIn(pool())
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
      const [stalled, standStill] = deferred()
      const [awake, wake] = deferred()
      const [tried, settle] = deferred()
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
      await zombieWakes(unfenced)

      const found = await effects()
      expect(found.events).toBe(count)
      expect(found.effects).toBeGreaterThan(count)
    }, 120_000)
  },
)
