import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPort } from '../../../../scripts/services/own-port.ts'
import type { OwnServer } from '../../../../scripts/services/server-kind.ts'
import { kafkaIsHere, ownKafka } from '../../../../scripts/services.ts'
import type { Ledger } from '../ledger.ts'
import { type CuttableLine, proxyTo } from '../proxy-in-tests.ts'
import { event, follow, textsOf } from '../reading-in-tests.ts'
import { kafkaAddress } from './address.ts'
import { type KafkaLedgerOptions, kafkaLedger } from './kafka-ledger.ts'

const aWhile = { timeout: 120_000 }

describe.skipIf(!(await kafkaIsHere()))('a subscriber that hears nothing', aWhile, () => {
  let broker: OwnServer
  let line: CuttableLine
  let writer: Ledger
  let reading: Ledger

  beforeEach(async () => {
    const port = await ownPort()
    line = await proxyTo(`kafka://127.0.0.1:${port}`)
    broker = await ownKafka({ port, advertisedPort: Number(new URL(line.url).port) })
  })
  afterEach(async () => {
    line.speak()
    await reading.close()
    await writer.close()
    await line.close()
    await broker.stop()
  })
  async function open(options: Partial<KafkaLedgerOptions> = {}): Promise<Ledger> {
    return kafkaLedger({ address: kafkaAddress(`${line.url}/stuck?topics=make`), ...options })
  }

  it('is replaced, says after three in a row that its process is of no use, and reads on once Kafka speaks again', async () => {
    let tell = (_: Error) => {}
    const stuck = new Promise<Error>((resolve) => {
      tell = resolve
    })
    writer = await open()
    // Longer than a group needs to forget those who are gone.
    reading = await open({ stuckAfterMs: 7_500, onStuck: (reason) => tell(reason) })
    const reader = follow(reading, 'events')
    await writer.append('events', event('ann', 'before'))
    await reader.until(1)
    line.hush()
    expect((await stuck).message).toMatch(/given no heartbeat for 7500 ms, 3 times in a row/)
    line.speak()
    await writer.append('events', event('ann', 'after'))
    await reader.until(2)
    expect(textsOf(reader.read)).toEqual(['before', 'after'])
  })
})
