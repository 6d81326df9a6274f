import { partitionsOf, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../../async/back-off.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import type { TopicAdmin, TopicDescription } from './client.ts'
import { type Drift, describeDrift, driftOf, topicToMake } from './topic-settings.ts'

/** State of a topic of the ledger. */
export interface TopicState {
  readonly name: string
  readonly state: 'as it must be' | 'missing' | 'made' | 'drifted'
  readonly drifts: readonly Drift[]
}

const names: readonly Topic[] = ['rules', 'events']

/** Inspects the topics of a ledger and, if `make`, creates missing ones. Never changes an existing topic. */
export async function inspectTopics(
  admin: TopicAdmin,
  { prefix, partitions }: Pick<KafkaLedgerAddress, 'prefix' | 'partitions'>,
  make: boolean,
): Promise<TopicState[]> {
  const states: TopicState[] = []
  for (const topic of names) {
    const name = topicName(prefix, topic)
    const count = partitionsOf(partitions)[topic]
    let found = await admin.find(name)
    const missing = found === null
    if (missing && make) {
      await admin.make(topicToMake(name, count, await admin.brokers()))
      found = await pollForTopic(admin, name)
    }
    const drifts = found ? driftOf(name, count, found) : []
    const state = !found ? 'missing' : drifts.length > 0 ? 'drifted' : missing ? 'made' : 'as it must be'
    states.push({ name, state, drifts })
  }
  return states
}

/** Polls for a topic that was just created: its metadata takes a while to reach all brokers. */
async function pollForTopic(admin: TopicAdmin, name: string): Promise<TopicDescription | null> {
  for (let failures = 1; failures <= 8; failures++) {
    const found = await admin.find(name).catch(() => null)
    if (found) return found
    await backOff(failures, new AbortController().signal, 1000)
  }
  return null
}

/** The topics are missing or have wrong settings; a retry cannot succeed. */
export class TopicsError extends Error {
  override readonly name = 'TopicsError'
}

/** Throws TopicsError unless all topics exist with the required settings. */
export async function requireTopics(admin: TopicAdmin, address: KafkaLedgerAddress): Promise<void> {
  const states = await inspectTopics(admin, address, address.makeTopics)
  const missing = states.filter(({ state }) => state === 'missing').map(({ name }) => name)
  const drifts = states.flatMap((state) => state.drifts)
  if (missing.length > 0)
    throw new TopicsError(`Kafka has no topic ${missing.join(' and no ')}: \`ledger migrate\` makes them`)
  if (drifts.length > 0)
    throw new TopicsError(
      `the topics of the ledger are not as they must be: ${drifts.map(describeDrift).join('; ')}`,
    )
}
