import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKafkaAvailable, kafkaForTests, type TestService } from '../../../../scripts/services.ts'
import { silentLog } from '../../log/log.ts'
import type { Ledger } from '../ledger.ts'
import { readAll, textsOf } from '../testing/reading.ts'
import { kafkaAddress } from './address.ts'
import { type Appender, kafkaAppender } from './appender.ts'
import type { Producer } from './client.ts'
import { kafkaLedger } from './kafka-ledger.ts'
import { openProducer } from './producer.ts'

describe.skipIf(!(await isKafkaAvailable()))('appending to Kafka with a failing producer', () => {
  let kafka: TestService
  let ledger: Ledger
  let appender: Appender | null = null
  let opened = 0

  beforeEach(async () => {
    kafka = await kafkaForTests()
    ledger = await kafkaLedger({ address: kafkaAddress(`${kafka.url}?topics=make`) })
    opened = 0
  })
  afterEach(async () => {
    await appender?.close()
    await ledger.close()
    await kafka.stop()
  })
  /** Real producers, of which `spoil` breaks the first. */
  function appending(spoil: (producer: Producer) => Producer, timeoutMs = 10_000): Appender {
    const address = kafkaAddress(kafka.url)
    appender = kafkaAppender({
      topic: `${address.prefix}-events`,
      async open() {
        const producer = await openProducer(address, 1000)
        opened++
        return opened === 1 ? spoil(producer) : producer
      },
      timeoutMs,
      log: silentLog,
    })
    return appender
  }
  const batch = (...texts: string[]) =>
    texts.map((text) => ({ partition: 3, key: 'ann', bytes: Buffer.from(text) }))
  const stored = async () => textsOf(await readAll(ledger, 'events'))

  it('replaces the producer and retries the whole batch before any other when its sequence is refused', async () => {
    const { send } = appending((producer) => {
      let sent = 0
      return {
        ...producer,
        async send(topic, events) {
          const answer = await producer.send(topic, events)
          sent++
          if (sent === 2) throw new Error('The broker received an out of order sequence number')
          return answer
        },
      }
    })
    expect(await send(batch('one'))).toEqual([{ partition: 3, offset: 0 }])
    expect(await send(batch('two', 'three'))).toEqual([
      { partition: 3, offset: 3 },
      { partition: 3, offset: 4 },
    ])
    expect(await send(batch('four'))).toEqual([{ partition: 3, offset: 5 }])
    expect(await stored()).toEqual(['one', 'two', 'three', 'two', 'three', 'four'])
    expect(opened).toBe(2)
  })

  it('abandons a producer that hangs: the next batch uses another one', async () => {
    const { send } = appending(
      (producer) => ({ ...producer, send: () => new Promise<never>(() => {}) }),
      4000,
    )
    await expect(send(batch('hangs'))).rejects.toMatchObject({ name: 'LedgerUnavailableError' })
    expect(await send(batch('goes on'))).toEqual([{ partition: 3, offset: 0 }])
    expect(await stored()).toEqual(['goes on'])
  })

  it('does not retry a batch that the broker refuses for its size', async () => {
    const { send } = appending((producer) => producer)
    const large = { partition: 3, key: 'ann', bytes: Buffer.alloc(9 * 1024 * 1024) }
    await expect(send([large])).rejects.toThrow(/size|large/i)
    expect(await send(batch('after'))).toEqual([{ partition: 3, offset: 0 }])
  })
})
