import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { z } from 'zod'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Database } from '../../platform/database/database.ts'
import { type KafkaLedgerAddress, topicName } from '../../platform/ledger/kafka/address.ts'

/** Timeout of Kafka, ms. */
const timeoutMs = 1_500

const rows = z.array(z.object({ end: z.int() }))

/** The next offset of each partition of the topic `events`. */
export async function readPostgresEnds({ pool }: Pick<Database, 'pool'>): Promise<readonly number[]> {
  const answer = await pool.query(`select next as end from ledger.ends('events') order by partition`)
  return rows.parse(answer.rows).map(({ end }) => end)
}

/** The same of a ledger in Kafka; null if it does not answer in time. Never rejects. */
export async function readKafkaEnds(address: KafkaLedgerAddress): Promise<readonly number[] | null> {
  const { openFetchClient } = await import('../../platform/ledger/kafka/fetch-client.ts')
  const topic = topicName(address.prefix, 'events')
  const read = async () => {
    const client = await openFetchClient(address, [topic], timeoutMs)
    try {
      return await client.ends(topic, topics.events.partitions)
    } finally {
      client.abandon()
    }
  }
  return withDeadline(timeoutMs, read(), 'Kafka').catch(() => null)
}
