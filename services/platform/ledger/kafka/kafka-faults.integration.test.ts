import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownPort } from '../../../../scripts/services/own-port.ts'
import type { OwnServer } from '../../../../scripts/services/server-kind.ts'
import { isKafkaAvailable, ownKafka } from '../../../../scripts/services.ts'
import type { Ledger } from '../ledger.ts'
import { type CuttableProxy, proxyTo } from '../testing/proxy.ts'
import { event, follow, readAll, textsOf, verdictOf } from '../testing/reading.ts'
import { kafkaAddress } from './address.ts'
import { type KafkaLedgerOptions, kafkaLedger } from './kafka-ledger.ts'

/** A request whose response is cut off runs into its timeout of ten seconds, several times in some rounds. */
const options = { timeout: 150_000 }

describe.skipIf(!(await isKafkaAvailable()))('the ledger in Kafka, with faults', options, () => {
  let broker: OwnServer
  let proxy: CuttableProxy
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
  /** A ledger whose connection to the broker can be cut; empty when first opened in a test. */
  async function open(ledgerOptions: Partial<KafkaLedgerOptions> = {}): Promise<Ledger> {
    const address = kafkaAddress(`${proxy.url}/round-${rounds}?topics=make`)
    const ledger = await kafkaLedger({ address, timeoutMs: 10_000, ...ledgerOptions })
    ledgers.push(ledger)
    return ledger
  }

  it('appends no duplicate after a lost response: the retry reuses the sequence numbers', async () => {
    const ledger = await open()
    await ledger.append('events', event('ann', 'first'))
    proxy.cutAfter(0)
    const positions = await Promise.all(
      ['second', 'third'].map((text) => ledger.append('events', event('ann', text))),
    )
    expect(textsOf(await readAll(ledger, 'events'))).toEqual(['first', 'second', 'third'])
    expect(positions.map((p) => p.offset)).toEqual([1, 2])
  })

  it('loses no acknowledged event and keeps the order while connections are cut repeatedly (invariant 1)', async () => {
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

  it('retries while Kafka is unavailable, until the timeout', async () => {
    const patient = await open()
    const impatient = await open({ timeoutMs: 1 })
    await proxy.refuse()
    const waiting = patient.append('events', event('ann', 'patient'))
    const unavailable = { name: 'LedgerUnavailableError' }
    await expect(impatient.append('events', event('ann', 'lost'))).rejects.toMatchObject(unavailable)
    await expect(impatient.ends('events')).rejects.toMatchObject(unavailable)
    await proxy.accept()
    expect((await waiting).offset).toBe(0)
    expect(textsOf(await readAll(patient, 'events'))).toEqual(['patient'])
  })

  it('continues to write and read after the broker was killed (invariant 1)', async () => {
    const ledger = await open({ timeoutMs: 60_000 })
    const reader = follow(await open({ timeoutMs: 60_000 }), 'events')
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
    // At least once: a batch may be duplicated if the broker died before it responded.
    const fine = { lost: 0, outOfOrder: 0, phantom: 0 }
    expect(verdictOf(acknowledged, reader.read)).toMatchObject(fine)
    expect(verdictOf(acknowledged, await readAll(ledger, 'events'))).toMatchObject(fine)
  })
})
