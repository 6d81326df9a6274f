import { withDeadline } from '../../async/with-deadline.ts'
import type { KafkaAddress } from './address.ts'
import type { TopicAdmin, TopicDescription, TopicSpec } from './client.ts'
import { kafkajsClient, requestMs, topicResource } from './kafkajs.ts'
import { ownSockets } from './sockets.ts'

/** Short: callers retry with a new client. */
const retryMs = 1000

/**
 * Opens a client that creates and describes topics. `withinMs`: timeout of connecting with all retries, ms; then throws
 * TimeoutError.
 */
export async function openAdmin(address: KafkaAddress, withinMs?: number): Promise<TopicAdmin> {
  const sockets = ownSockets()
  const admin = kafkajsClient(address, sockets, retryMs, Math.min(requestMs, withinMs ?? requestMs)).admin()
  const connecting = admin.connect()
  try {
    await (withinMs === undefined ? connecting : withDeadline(withinMs, connecting, 'connecting'))
  } catch (error) {
    sockets.abandon()
    throw error
  }
  return {
    brokers: async () => (await admin.describeCluster()).brokers.length,
    async find(name): Promise<TopicDescription | null> {
      if (!(await admin.listTopics()).includes(name)) return null
      const [topic] = (await admin.fetchTopicMetadata({ topics: [name] })).topics
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: topicResource, name }],
      })
      const entries = resources[0]?.configEntries ?? []
      return {
        partitions: topic?.partitions.length ?? 0,
        replicas: Math.min(...(topic?.partitions ?? []).map(({ replicas }) => replicas.length)),
        settings: new Map(entries.map(({ configName, configValue }) => [configName, configValue])),
      }
    },
    async make({ name, partitions, replicas, settings }: TopicSpec) {
      const configEntries = [...settings].map(([name, value]) => ({ name, value }))
      return admin.createTopics({
        // waitForLeaders fails if a broker does not know the topic yet; callers poll for it instead.
        waitForLeaders: false,
        topics: [{ topic: name, numPartitions: partitions, replicationFactor: replicas, configEntries }],
      })
    },
    remove: (names) => admin.deleteTopics({ topics: [...names] }),
    async close() {
      await admin.disconnect().finally(() => sockets.abandon())
    },
  }
}
