import type { KafkaAddress } from './address.ts'
import type { GroupClient } from './client.ts'
import { connected } from './fetch-client.ts'
import { kafkajsClient } from './kafkajs.ts'
import { ownSockets } from './sockets.ts'

/** A member that rejoins with its old id gets its member at once; a new one waits for the old one's session timeout. */
const retryMs = 20_000
/** A member without a heartbeat for this long is removed; a rebalance waits this long for members to join, ms. */
const sessionTimeout = 6_000
const rebalanceTimeout = 15_000

export interface GroupOptions extends MemberEvents {
  readonly topic: string
  readonly group: string
  /** Aborts the joining. */
  readonly signal: AbortSignal
}

/**
 * Joins a consumer group. The group only assigns the partitions; they are fetched through the returned client. Offsets
 * are neither committed to the group nor read from it.
 */
export async function joinGroup(address: KafkaAddress, options: GroupOptions): Promise<GroupClient> {
  const { topic, group, signal, onSign, onFailed } = options
  const sockets = ownSockets()
  const kafkajsConsumer = kafkajsClient(address, sockets, retryMs).consumer(group, {
    sessionTimeout,
    rebalanceTimeout,
  })
  const { consumer } = kafkajsConsumer
  const member = membership(options)
  const { GROUP_JOIN, REBALANCING, HEARTBEAT, FETCH, CRASH } = consumer.events
  consumer.on(GROUP_JOIN, ({ payload }) => {
    const partitions = payload.memberAssignment[topic] ?? []
    // Fetching by kafkajs is paused; its loop only sends heartbeats.
    consumer.pause([{ topic, partitions }])
    member.joined(partitions)
  })
  consumer.on(REBALANCING, member.rebalancing)
  consumer.on(HEARTBEAT, member.heartbeat)
  consumer.on(FETCH, () => onSign('fetch'))
  consumer.on(CRASH, ({ payload }) => onFailed(payload.error))
  const client = await connected(kafkajsConsumer, sockets, [topic])
  const onAbort = () => client.abandon()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await consumer.subscribe({ topic })
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} })
  } catch (error) {
    client.abandon()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return {
    ...client,
    async leave() {
      await consumer.disconnect().finally(() => sockets.abandon())
    },
  }
}

/** Callbacks of a group member. */
interface MemberEvents {
  /** In ascending order. */
  onAssigned(partitions: readonly number[]): void
  onLost(): void
  onSign(what: 'heartbeat' | 'fetch'): void
  onFailed(error: Error): void
}

/**
 * Tracks the membership of a group from the events of kafkajs. After a lost membership kafkajs joins again. If that
 * fails, for example while Kafka restarts, it may resume its old membership without emitting GROUP_JOIN: then only
 * heartbeats continue, and nothing is read. Such a member is reported as failed, so that it is replaced.
 */
export function membership(
  callbacks: MemberEvents,
): Record<'rebalancing' | 'heartbeat', () => void> & { joined(partitions: readonly number[]): void } {
  let lost = false
  return {
    joined(partitions) {
      lost = false
      callbacks.onAssigned([...partitions].sort((a, b) => a - b))
    },
    rebalancing() {
      lost = true
      callbacks.onLost()
    },
    heartbeat() {
      callbacks.onSign('heartbeat')
      if (!lost) return
      lost = false
      callbacks.onFailed(new Error('the group was not rejoined after its partitions were lost'))
    },
  }
}
