import { describe, expect, it, onTestFinished } from 'vitest'
import { isKafkaAvailable, kafkaForTests } from '../../../../scripts/services.ts'
import { kafkaAddress, topicName } from './address.ts'
import { openFetchClient } from './fetch-client.ts'
import { fetchPages } from './fetch-pages.ts'
import { kafkaLedger } from './kafka-ledger.ts'

describe.skipIf(!(await isKafkaAvailable()))('reading pages from Kafka', () => {
  /** Returns the fetches of a reader that handles its first page of one event of this size. */
  async function fetchesBeforeNextPage(bytes: number): Promise<number> {
    const kafka = await kafkaForTests()
    onTestFinished(() => kafka.stop())
    const address = kafkaAddress(`${kafka.url}?topics=make`)
    const ledger = await kafkaLedger({ address })
    onTestFinished(() => ledger.close())
    const { partition } = await ledger.append('events', { key: 'ann', bytes: Buffer.alloc(bytes) })

    const topic = topicName(address.prefix, 'events')
    const client = await openFetchClient(address, [topic])
    onTestFinished(() => client.abandon())
    let fetches = 0
    const counted: typeof client = {
      ...client,
      fetch(...request) {
        fetches++
        return client.fetch(...request)
      },
    }
    const next = Array.from({ length: partition + 1 }, () => 0)
    for await (const page of fetchPages(counted, { topic, partitions: [partition], next })) {
      expect(page).toHaveLength(1)
      break
    }
    return fetches
  }

  it('prefetches nothing while it has caught up, so that the next page has what arrived meanwhile', async () => {
    expect(await fetchesBeforeNextPage(1024)).toBe(1)
  })

  it('prefetches the next page while it is behind', async () => {
    expect(await fetchesBeforeNextPage(512 * 1024)).toBe(2)
  })
})
