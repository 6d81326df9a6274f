import { partitionsOf, type Topic } from '@stepledger/contracts/ledger/topic.ts'
import { backOff } from '../../async/back-off.ts'
import { type KafkaLedgerAddress, topicName } from './address.ts'
import type { TopicAdmin, TopicDescription, TopicSpec } from './client.ts'

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

/** The largest event with its key and the record framing, bytes. */
const maxMessageBytes = 8 * 1024 * 1024

/**
 * Returns the spec of a topic for a cluster with this many brokers: up to three replicas, of which two must be in sync
 * to acknowledge a write.
 */
export function topicToMake(name: string, partitions: number, brokers: number): TopicSpec {
  const replicas = Math.max(1, Math.min(3, brokers))
  return { name, partitions, replicas, settings: settingsFor(replicas) }
}

function settingsFor(replicas: number): ReadonlyMap<string, string> {
  return new Map([
    // Unlimited retention, no compaction.
    ['cleanup.policy', 'delete'],
    ['retention.ms', '-1'],
    ['retention.bytes', '-1'],
    ['max.message.bytes', String(maxMessageBytes)],
    ['min.insync.replicas', replicas >= 3 ? '2' : '1'],
    ['unclean.leader.election.enable', 'false'],
  ])
}

/** A setting that differs from the required one. */
interface Drift {
  readonly topic: string
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

/**
 * Compares an existing topic with the required settings. Drift is never repaired automatically, since it may already
 * have deleted events.
 */
function driftOf(name: string, partitions: number, found: TopicDescription): Drift[] {
  const drifts: Drift[] = []
  const compare = (setting: string, actual: string, wanted: string, isFine = actual === wanted) => {
    if (!isFine) drifts.push({ topic: name, setting, found: actual, wanted })
  }
  compare('partitions', String(found.partitions), String(partitions))
  for (const [setting, wanted] of settingsFor(found.replicas)) {
    const actual = found.settings.get(setting) ?? 'nothing'
    const atLeast = setting === 'max.message.bytes' || setting === 'min.insync.replicas'
    compare(
      setting,
      actual,
      atLeast ? `${wanted} or more` : wanted,
      actual === wanted || (atLeast && Number(actual) > Number(wanted)),
    )
  }
  return drifts
}

export function describeDrift({ topic, setting, found, wanted }: Drift): string {
  return `${topic}: ${setting} is ${found}, must be ${wanted}`
}
