import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { describeDrift } from '../../platform/ledger/kafka/topic-settings.ts'
import { inspectTopics, type TopicState } from '../../platform/ledger/kafka/topics.ts'
import { type Finding, wrong } from './finding.ts'

/** Timeout of connecting, ms. */
const timeoutMs = 3_500

/** Compares the topics of a ledger in Kafka with their required settings. */
export async function checkTopics(ledgerUrl: string): Promise<Finding[]> {
  const address = kafkaAddress(ledgerUrl)
  const { openAdmin } = await import('../../platform/ledger/kafka/topic-admin.ts')
  const admin = await openAdmin(address, timeoutMs)
  try {
    return (await inspectTopics(admin, address, false)).flatMap(topicFindings)
  } finally {
    await admin.close()
  }
}

export function topicFindings({ name, state, drifts }: TopicState): Finding[] {
  if (state === 'missing')
    return wrong('topics', `Kafka has no topic ${name}: no server starts.`, '`ledger migrate` creates it.')
  return drifts.flatMap((drift) =>
    wrong(
      'topics',
      `${describeDrift(drift)}: no server starts, and events can be lost.`,
      drift.setting === 'partitions'
        ? `If the ledger was moved to as many, LEDGER_URL needs \`?partitions=${drift.found}\`; otherwise it needs another prefix.`
        : 'Set it with `kafka-configs.sh --alter`; `ledger migrate --check` shows all differences.',
    ),
  )
}
