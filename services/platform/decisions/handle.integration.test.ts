import { isRefusal } from '@stepledger/contracts/decider.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKafkaAvailable, kafkaForTests, postgresForTests } from '../../../scripts/services.ts'
import { exponential, stepped } from '../../../tests/generators/competition.ts'
import { competitionDocumentOf } from '../../../tests/generators/competition-document.ts'
import { competitionStreams } from '../../competition-streams.ts'
import { deferred } from '../async/deferred-in-tests.ts'
import { type Engine, openEngine } from '../engine.ts'
import { initialiseLedger } from '../ledger/initialise-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { silentLog } from '../log/log.ts'
import { changedMeanwhile, type Handle, handleOn, UnconfirmedDecisionError } from './handle.ts'

const document = competitionDocumentOf()
const { slug } = document
const at = 1_800_000_000_000

const onPostgres = async () => {
  const postgres = await postgresForTests()
  return { address: { databaseUrl: postgres.url, pushChannel: postgres.url }, stop: () => postgres.stop() }
}
const onKafka = async () => {
  const [postgres, kafka] = [await postgresForTests(), await kafkaForTests()]
  return {
    address: {
      databaseUrl: postgres.url,
      ledgerUrl: `${kafka.url}?topics=make`,
      pushChannel: postgres.url,
    },
    stop: () => Promise.all([postgres.stop(), kafka.stop()]),
  }
}

describe.each([
  ['Postgres', onPostgres, true],
  ['Kafka', onKafka, await isKafkaAvailable()],
])('decisions on a ledger in %s', (_, start, isAvailable) => {
  describe.skipIf(!isAvailable)('given an announced competition', () => {
    let servers: { stop(): Promise<unknown> }
    /** Two processes. */
    let engines: readonly [Engine, Engine]
    let streams: ReturnType<typeof competitionStreams>[]

    beforeEach(async () => {
      const { address, stop } = await start()
      servers = { stop }
      const open = () => openEngine(address, { maxConnections: 4, log: silentLog })
      engines = [await open(), await open()]
      const [{ ledger, database }] = engines
      await initialiseLedger(ledger, {
        ledgerId: '00000000-0000-4000-8000-0000000000ab',
        at: 0,
        eventIds: ['created', 'published'],
        database,
      })
      streams = engines.map(({ ledger }) => competitionStreams(ledger))
      await handleOn(engines[0])(streamsOf(0), slug, { type: 'announce', document }, { at })
    })
    afterEach(async () => {
      for (const engine of engines) await engine.close()
      await servers.stop()
    })
    const streamsOf = (process: number) => itemAt(streams, process)
    const state = async () => itemAt(await streamsOf(0).read([slug]), 0)

    it('takes one of fifty decisions on the same version, in two processes', async () => {
      const handles = engines.map(handleOn)
      const { version: seen } = await state()
      const decided = await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const handle: Handle = handles[n % 2] ?? handleOn(engines[0])
          const round = 1 + (n % 2)
          return handle(streamsOf(n % 2), slug, { type: 'moveWindow', round, grace: n }, { at, seen })
        }),
      )

      const refused = decided.filter(isRefusal)
      expect(refused).toHaveLength(49)
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([changedMeanwhile]))
      expect(await state()).toMatchObject({ version: 2 })
      expect(await engines[0].ledger.ends('rules')).toEqual([4])
    })

    it('ignores the later of two decisions when the lock was lost during the append of one', async () => {
      // Given a process whose append is held back while it holds the lock,
      const [slow, other] = engines
      const [reached, reach] = deferred()
      const [released, release] = deferred()
      const delayed: Pick<Ledger, 'append'> = {
        async append(topic, event) {
          reach()
          await released
          return slow.ledger.append(topic, event)
        },
      }
      const { version: seen } = await state()
      const points = { type: 'changePoints', points: stepped } as const
      const held = handleOn({ database: slow.database, ledger: delayed })(streamsOf(0), slug, points, {
        at,
        seen,
      })
      const outcome = held.catch((error: unknown) => error)
      await reached
      // when its connection is cut, and another process decides,
      await other.database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stepledger competition'",
      )
      const quick = await handleOn(other)(
        streamsOf(1),
        slug,
        { type: 'moveWindow', round: 2, grace: 7_200 },
        { at, seen },
      )
      // and the first append arrives after all,
      release()
      // then its caller is not told that it was saved, and only the other decision counts.
      expect(await outcome).toBeInstanceOf(UnconfirmedDecisionError)
      expect(isRefusal(quick)).toBe(false)
      expect(await state()).toMatchObject({
        version: 2,
        offset: 3,
        document: { grace: 7_200, points: exponential },
      })
      expect(await engines[0].ledger.ends('rules')).toEqual([5])
    })

    it('confirms a decision whose lock was lost without another one', async () => {
      const [{ database, ledger }] = engines
      const cut: Pick<Ledger, 'append'> = {
        async append(topic, event) {
          const position = await ledger.append(topic, event)
          await database.pool.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stepledger competition'",
          )
          return position
        },
      }
      const points = { type: 'changePoints', points: stepped } as const
      expect(await handleOn({ database, ledger: cut })(streamsOf(0), slug, points, { at })).toEqual({
        partition: 0,
        offset: 3,
      })
      expect(await state()).toMatchObject({ version: 2, document: { points: stepped } })
    })
  })
})
