import type { KafkaAddress } from './address.ts'
import type { Making, TopicAdmin, TopicFound } from './client.ts'
import { kafkajsClient, topicResource } from './kafkajs.ts'
import { ownSockets } from './sockets.ts'

/** Who asks tries again with a client of its own. */
const retryMs = 1000

/** What makes topics and tells how they were made. */
export async function openAdmin(address: KafkaAddress): Promise<TopicAdmin> {
  const sockets = ownSockets()
  const admin = kafkajsClient(address, sockets, retryMs).admin()
  await admin.connect().catch((error) => {
    sockets.abandon()
    throw error
  })
  return {
    brokers: async () => (await admin.describeCluster()).brokers.length,
    async find(name): Promise<TopicFound | null> {
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
    async make({ name, partitions, replicas, settings }: Making) {
      const configEntries = [...settings].map(([name, value]) => ({ name, value }))
      return admin.createTopics({
        // kafkajs' own waiting fails where a broker has not heard of the topic yet: anyone who makes it looks for it.
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
