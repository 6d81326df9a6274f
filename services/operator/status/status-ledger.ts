import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Database } from '../../platform/database/database.ts'
import { type KafkaLedgerAddress, topicName } from '../../platform/ledger/kafka/address.ts'
import { kafkaReader } from '../../platform/ledger/kafka/reader.ts'
import { postgresReader } from '../../platform/ledger/postgres-reader.ts'
import { silentLog } from '../../platform/log/log.ts'

/** Timeout of Kafka for all reads together, ms. */
const timeoutMs = 1_500

/** What `ledger status` reads of the topic `events`. */
export interface StatusLedger {
  readonly engine: string
  /** Whether its events are in the database of the read models. */
  readonly isInDatabase: boolean
  /** The next offset of each partition; null if the ledger does not answer in time. */
  ends(): Promise<readonly number[] | null>
  /** Null beyond the end, or if the ledger does not answer in time. */
  at(position: Position): Promise<{ readonly bytes: Uint8Array } | null>
  close(): Promise<void>
}

export function postgresStatusLedger({ pool }: Pick<Database, 'pool'>): StatusLedger {
  const reader = postgresReader({ ends: pool, events: pool })
  return {
    engine: 'Postgres',
    isInDatabase: true,
    ends: () => reader.ends('events'),
    at: (position) => reader.at('events', position),
    close: async () => {},
  }
}

/** Begins to connect at once; its methods never reject. */
export async function kafkaStatusLedger(address: KafkaLedgerAddress): Promise<StatusLedger> {
  // Loads a library that a ledger in Postgres does not need, before any timeout begins: it blocks this process.
  const { openFetchClient } = await import('../../platform/ledger/kafka/fetch-client.ts')
  const reader = kafkaReader(address, {
    open: () => openFetchClient(address, [topicName(address.prefix, 'events')], timeoutMs),
    // No retry: the status is due, and shows that Kafka does not respond.
    timeoutMs: 0,
    log: silentLog,
  })
  const orNull = <T>(reading: Promise<T>) => withDeadline(timeoutMs, reading, 'Kafka').catch(() => null)
  const ends = orNull(reader.ends('events'))
  return {
    engine: 'Kafka',
    isInDatabase: false,
    ends: () => ends,
    at: (position) => orNull(reader.at('events', position)),
    close: async () => reader.close(),
  }
}
