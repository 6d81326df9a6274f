import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { describeDrift } from '../../platform/ledger/kafka/topic-settings.ts'
import { inspectTopics, type TopicState } from '../../platform/ledger/kafka/topics.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { type Finding, wrong } from './finding.ts'

const redisTimeoutMs = 2_000

export async function checkRedis(url: string): Promise<Finding[]> {
  const { closeRedis, connectRedis, redisAnswers } = await import('../../platform/redis/ioredis.ts')
  const reasons: string[] = []
  const note = (line: string) => void reasons.push(line)
  const redis = connectRedis({ url, name: 'doctor', log: { info: () => {}, warn: note, error: note } })
  const answers = await redisAnswers(redis, redisTimeoutMs)
  if (answers) {
    await closeRedis(redis)
    return []
  }
  redis.disconnect()
  const reason = reasons[0] === undefined ? 'no answer' : reasons[0].replace(/^.* is lost: /, '')
  return wrong(
    'redis',
    `Redis at ${new URL(url).host} does not answer (${reason}): boards are read from Postgres, changes appear a second later, and rate limits count per process.`,
    'Check REDIS_URL and start Redis. Servers reconnect by themselves; nothing is lost.',
  )
}

const storageTimeoutMs = 3_500

/** Checks the bucket in S3. Storage in DATA_DIR is covered by the check of the disk. */
export async function checkStorage(
  { storageUrl, dataDir, publicUrl }: Config,
  env: Readonly<Record<string, string | undefined>>,
  now: () => number,
): Promise<Finding[]> {
  const opening = openStorage({ url: storageUrl, dataDir, publicUrl: () => publicUrl, env, now })
  try {
    const storage = await withDeadline(storageTimeoutMs, opening, 'the request for the bucket')
    await storage.close()
    return []
  } catch (error) {
    const reason =
      error instanceof TimeoutError ? `S3 does not answer: ${error.message}` : errorMessage(error)
    return wrong(
      'storage',
      `The storage cannot be used: ${reason.replace(/^STORAGE_URL: /, '')}.`,
      'Check STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the bucket.',
    )
  }
}

/** Of a distributed system without STORAGE_URL. */
export async function checkUnsetStorage(): Promise<never> {
  throw new Error(
    'STORAGE_URL is not set here. If servers keep files in a bucket, `ledger backup` with these settings leaves them out',
  )
}

/** Timeout of connecting, ms. */
const kafkaTimeoutMs = 3_500

/** Compares the topics of a ledger in Kafka with their required settings. */
export async function checkTopics(ledgerUrl: string): Promise<Finding[]> {
  const address = kafkaAddress(ledgerUrl)
  const { openAdmin } = await import('../../platform/ledger/kafka/topic-admin.ts')
  const admin = await openAdmin(address, kafkaTimeoutMs)
  try {
    return (await inspectTopics(admin, address, false)).flatMap(topicFindings)
  } finally {
    await admin.close()
  }
}

export function topicFindings({ name, state, drifts }: TopicState): Finding[] {
  if (state === 'missing')
    return wrong('topics', `Kafka has no topic ${name}: no server starts.`, '`ledger topics` creates it.')
  return drifts.flatMap((drift) =>
    wrong(
      'topics',
      `${describeDrift(drift)}: no server starts, and events can be lost.`,
      drift.setting === 'partitions'
        ? `If the ledger was moved to as many, LEDGER_URL needs \`?partitions=${drift.found}\`; otherwise it needs another prefix.`
        : 'Set it with `kafka-configs.sh --alter`; `ledger topics --check` shows all differences.',
    ),
  )
}

/** Difference between the clocks of two machines from which times of plays and of rounds are wrong, ms. */
const tolerableMs = 5_000

const rows = z.tuple([z.object({ ms: z.number() })])

/** Compares the clock of this machine (`now`, ms since 1970) with that of the database. */
export async function clockFindings({ pool }: Pick<Database, 'pool'>, now: () => number): Promise<Finding[]> {
  const before = now()
  const answer = await pool.query(
    'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
  )
  const after = now()
  const [{ ms }] = rows.parse(answer.rows)
  // The database read its clock between both times.
  const difference = ms < before ? ms - before : Math.max(0, ms - after)
  if (Math.abs(difference) <= tolerableMs) return []
  const seconds = Math.round(Math.abs(difference) / 1000)
  return wrong(
    'clock',
    `The clock of this machine is ${seconds} s ${difference > 0 ? 'behind' : 'ahead of'} that of the database: plays get wrong times, and rounds end at the wrong moment.`,
    'Set both clocks by NTP (`timedatectl set-ntp true`).',
  )
}
