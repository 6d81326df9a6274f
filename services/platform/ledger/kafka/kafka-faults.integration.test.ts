import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownPort } from '../../../../scripts/services/own-port.ts'
import type { OwnServer } from '../../../../scripts/services/server-kind.ts'
import { kafkaIsHere, ownKafka } from '../../../../scripts/services.ts'
import type { Ledger } from '../ledger.ts'
import { type CuttableLine, proxyTo } from '../testing/proxy.ts'
import { event, follow, readAll, textsOf } from '../testing/reading.ts'
import { verdictOf } from '../testing/verdict.ts'
import { kafkaAddress } from './address.ts'
import { type KafkaLedgerOptions, kafkaLedger } from './kafka-ledger.ts'

/**
 * A request whose answer is cut off inside waits ten seconds for the rest of it, and some rounds meet several of those.
 */
const aWhile = { timeout: 150_000 }

describe.skipIf(!(await kafkaIsHere()))('the ledger in Kafka, when things go wrong', aWhile, () => {
  let broker: OwnServer
  let proxy: CuttableLine
  let ledgers: Ledger[] = []
  let rounds = 0

  beforeAll(async () => {
    const port = await ownPort()
    proxy = await proxyTo(`kafka://127.0.0.1:${port}`)
    broker = await ownKafka({ port, advertisedPort: Number(new URL(proxy.url).port) })
  })
  afterAll(async () => {
    await broker?.stop()
    await proxy?.close()
  })
  afterEach(async () => {
    for (const ledger of ledgers) await ledger.close()
    ledgers = []
    rounds++
  })
  /** A ledger whose line to the broker can be cut, empty at the first opening in a test. */
  async function open(options: Partial<KafkaLedgerOptions> = {}): Promise<Ledger> {
    const address = kafkaAddress(`${proxy.url}/round-${rounds}?topics=make`)
    const ledger = await kafkaLedger({ address, ...options })
    ledgers.push(ledger)
    return ledger
  }

  it('doubles nothing when the answer to an append was lost: it is sent under the same numbers', async () => {
    const ledger = await open()
    await ledger.append('events', event('ann', 'first'))
    proxy.cutAfter(0)
    const positions = await Promise.all(
      ['second', 'third'].map((text) => ledger.append('events', event('ann', text))),
    )
    expect(textsOf(await readAll(ledger, 'events'))).toEqual(['first', 'second', 'third'])
    expect(positions.map((p) => p.offset)).toEqual([1, 2])
  })

  it('loses nothing that it acknowledged, and keeps its order, while connections are cut again and again (invariant 1)', async () => {
    const ledger = await open()
    const reader = follow(await open(), 'events', { maxBatch: 10 })
    const acknowledged: string[] = []
    for (let round = 0; round < 8; round++) {
      proxy.cutAfter(round * 180)
      const texts = Array.from({ length: 20 }, (_, n) => `${n % 5} ${round}.${n}`)
      await Promise.all(texts.map((text) => ledger.append('events', event(`player ${text[0]}`, text))))
      acknowledged.push(...texts)
    }
    const ends = await ledger.ends('events')
    await reader.until(ends.reduce((sum, end) => sum + end, 0))
    expect(verdictOf(acknowledged, reader.read)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0, phantom: 0 })
  })

  it('waits for a Kafka that is away, and gives up after its patience', async () => {
    const patient = await open()
    const impatient = await open({ patienceMs: 1 })
    await proxy.refuse()
    const waiting = patient.append('events', event('ann', 'patient'))
    const unavailable = { name: 'LedgerUnavailableError' }
    await expect(impatient.append('events', event('ann', 'lost'))).rejects.toMatchObject(unavailable)
    await expect(impatient.ends('events')).rejects.toMatchObject(unavailable)
    await proxy.accept()
    expect((await waiting).offset).toBe(0)
    expect(textsOf(await readAll(patient, 'events'))).toEqual(['patient'])
  })

  it('goes on, writing and reading, after a broker that was killed in the middle (invariant 1)', async () => {
    const ledger = await open({ patienceMs: 60_000 })
    const reader = follow(await open({ patienceMs: 60_000 }), 'events')
    const acknowledged: string[] = []
    let stop = false
    const writing = Promise.all(
      Array.from({ length: 5 }, async (_, player) => {
        for (let n = 0; !stop; n++) {
          const text = `${player} ${n}`
          await ledger.append('events', event(`player ${player}`, text))
          acknowledged.push(text)
        }
      }),
    )
    await reader.until(100)
    await broker.kill()
    await broker.start()
    await reader.until(reader.read.length + 100)
    stop = true
    await writing
    const ends = await ledger.ends('events')
    await reader.until(ends.reduce((sum, end) => sum + end, 0))
    // At least once: a batch may lie there twice when the broker died before it answered.
    const fine = { lost: 0, outOfOrder: 0, phantom: 0 }
    expect(verdictOf(acknowledged, reader.read)).toMatchObject(fine)
    expect(verdictOf(acknowledged, await readAll(ledger, 'events'))).toMatchObject(fine)
  })
})
