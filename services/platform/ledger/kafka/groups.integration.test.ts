import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKafkaAvailable, kafkaForTests, type TestService } from '../../../../scripts/services.ts'
import type { Ledger } from '../ledger.ts'
import { event, type Following, follow, verdictOf } from '../testing/reading.ts'
import { kafkaAddress } from './address.ts'
import { kafkaLedger } from './kafka-ledger.ts'

const options = { timeout: 60_000 }

describe.skipIf(!(await isKafkaAvailable()))('readers of one group in Kafka', options, () => {
  let kafka: TestService
  let ledgers: Ledger[]
  let acknowledged: string[]

  beforeEach(async () => {
    kafka = await kafkaForTests()
    ledgers = []
    acknowledged = []
  })
  afterEach(async () => {
    for (const ledger of ledgers) await ledger.close()
    await kafka.stop()
  })
  async function open(): Promise<Ledger> {
    const ledger = await kafkaLedger({ address: kafkaAddress(`${kafka.url}?topics=make`) })
    ledgers.push(ledger)
    return ledger
  }
  async function appendSome(ledger: Ledger, count: number): Promise<void> {
    const from = acknowledged.length
    for (let n = from; n < from + count; n++) {
      const text = `${n % 40} ${n}`
      await ledger.append('events', event(`player ${n % 40}`, text))
      acknowledged.push(text)
    }
  }
  const partitionsOf = ({ read }: Following, from: number) =>
    new Set(read.slice(from).map(({ partition }) => partition))

  it('share its partitions, and take over those of a member that leaves', async () => {
    const writer = await open()
    const checkpoint = new Map<number, number>()
    const first = follow(await open(), 'events', { checkpoint })
    await appendSome(writer, 40)
    await first.until(40)
    const second = follow(await open(), 'events', { checkpoint })
    await Promise.all([first.untilResumed(2), second.untilResumed(1)])
    const before = first.read.length
    await appendSome(writer, 80)
    await Promise.all([first.until(before + 1), second.until(1)])
    while (first.read.length + second.read.length < 120)
      await Promise.race([first.until(first.read.length + 1), second.until(second.read.length + 1)])
    const shared = [...partitionsOf(first, before)].filter((p) => partitionsOf(second, 0).has(p))
    expect(shared).toEqual([])

    await second.stop()
    await appendSome(writer, 40)
    await first.until(160 - second.read.length)
    const read = [...first.read, ...second.read].sort(
      (a, b) => a.partition - b.partition || a.offset - b.offset,
    )
    expect(verdictOf(acknowledged, read)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0, phantom: 0 })
  })
})
