import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { type KafkaLedgerAddress, topicName } from '../../platform/ledger/kafka/address.ts'

/** Timeout of Kafka, ms. */
const timeoutMs = 2_000

const rows = z.array(z.object({ end: z.int() }))

/** The next offset of each partition of the topic `events`; null if Kafka (`address`) does not answer in time. */
export async function readEnds(
  { pool }: Pick<Database, 'pool'>,
  address: KafkaLedgerAddress | null,
): Promise<readonly number[] | null> {
  if (address !== null) return readKafkaEnds(address)
  const answer = await pool.query(`select next as end from ledger.ends('events') order by partition`)
  return rows.parse(answer.rows).map(({ end }) => end)
}

async function readKafkaEnds(address: KafkaLedgerAddress): Promise<readonly number[] | null> {
  const { openFetchClient } = await import('../../platform/ledger/kafka/fetch-client.ts')
  const topic = topicName(address.prefix, 'events')
  const deadline = AbortSignal.timeout(timeoutMs)
  const late = new Promise<null>((resolve) => {
    deadline.addEventListener('abort', () => resolve(null), { once: true })
  })
  const opening = openFetchClient(address, [topic], deadline)
  const read = async () => {
    const client = await opening
    try {
      return await client.ends(topic, topics.events.partitions)
    } finally {
      client.abandon()
    }
  }
  return Promise.race([read().catch(() => null), late])
}
