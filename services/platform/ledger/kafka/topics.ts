import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../../async/back-off.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import type { TopicAdmin, TopicFound } from './client.ts'
import { type Drift, describeDrift, driftOf, topicToMake } from './topic-settings.ts'

/** How the topic of a ledger was found. */
export interface TopicState {
  readonly name: string
  readonly state: 'as it must be' | 'missing' | 'made' | 'drifted'
  readonly drifts: readonly Drift[]
}

const names: readonly Topic[] = ['rules', 'events']

/** Looks at the topics of a ledger, and makes those that are missing when told to. Changes none that is there. */
export async function inspectTopics(admin: TopicAdmin, prefix: string, make: boolean): Promise<TopicState[]> {
  const states: TopicState[] = []
  for (const topic of names) {
    const name = topicName(prefix, topic)
    let found = await admin.find(name)
    const missing = found === null
    if (missing && make) {
      await admin.make(topicToMake(name, topic, await admin.brokers()))
      found = await findSoon(admin, name)
    }
    const drifts = found ? driftOf(name, topic, found) : []
    const state = !found ? 'missing' : drifts.length > 0 ? 'drifted' : missing ? 'made' : 'as it must be'
    states.push({ name, state, drifts })
  }
  return states
}

/** A topic that was just made, here or by another at the same moment, may take a while until all brokers know it. */
async function findSoon(admin: TopicAdmin, name: string): Promise<TopicFound | null> {
  for (let failures = 1; failures <= 8; failures++) {
    const found = await admin.find(name).catch(() => null)
    if (found) return found
    await backOff(failures, new AbortController().signal, 1000)
  }
  return null
}

/** A ledger that must not be opened as it is: trying again is of no use. */
export class TopicsError extends Error {
  override readonly name = 'TopicsError'
}

/** Throws TopicsError, in one line, unless all topics are there and as they must be. */
export async function requireTopics(
  admin: TopicAdmin,
  { prefix, makeTopics }: KafkaLedgerAddress,
): Promise<void> {
  const states = await inspectTopics(admin, prefix, makeTopics)
  const missing = states.filter(({ state }) => state === 'missing').map(({ name }) => name)
  const drifts = states.flatMap((state) => state.drifts)
  if (missing.length > 0)
    throw new TopicsError(`Kafka has no topic ${missing.join(' and no ')}: \`ledger topics\` makes them`)
  if (drifts.length > 0)
    throw new TopicsError(
      `the topics of the ledger are not as they must be: ${drifts.map(describeDrift).join('; ')}`,
    )
}
