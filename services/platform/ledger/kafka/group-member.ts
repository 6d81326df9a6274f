import type { KafkaAddress } from './address.ts'
import type { GroupLine } from './client.ts'
import { kafkajsClient } from './kafkajs.ts'
import { connected } from './line.ts'
import { type MemberEvents, membership } from './membership.ts'
import { ownSockets } from './sockets.ts'

/**
 * A member that comes back under its old name takes its place at once; a new one waits until the old one is forgotten.
 */
const retryMs = 20_000
/**
 * Anyone who sends no heartbeat for so long is forgotten, and so long a new sharing waits for members that are slow to
 * come, ms.
 */
const sessionTimeout = 6_000
const rebalanceTimeout = 15_000

export interface GroupOptions extends MemberEvents {
  readonly topic: string
  readonly group: string
  /** Ends it while it joins. */
  readonly signal: AbortSignal
}

/**
 * A member of a group, which tells it the partitions that it is to read; it reads them by the same line. Offsets are
 * neither kept in the group nor read from it.
 */
export async function joinGroup(address: KafkaAddress, options: GroupOptions): Promise<GroupLine> {
  const { topic, group, signal, onSign, onFailed } = options
  const sockets = ownSockets()
  const made = kafkajsClient(address, sockets, retryMs).consumer(group, { sessionTimeout, rebalanceTimeout })
  const { consumer } = made
  const place = membership(options)
  const { GROUP_JOIN, REBALANCING, HEARTBEAT, FETCH, CRASH } = consumer.events
  consumer.on(GROUP_JOIN, ({ payload }) => {
    const partitions = payload.memberAssignment[topic] ?? []
    // The group only says who reads what. Its own reading rests, and its loop is left with the heartbeats.
    consumer.pause([{ topic, partitions }])
    place.joined(partitions)
  })
  consumer.on(REBALANCING, place.rebalancing)
  consumer.on(HEARTBEAT, place.heartbeat)
  consumer.on(FETCH, () => onSign('fetch'))
  consumer.on(CRASH, ({ payload }) => onFailed(payload.error))
  const line = await connected(made, sockets, [topic])
  const onAbort = () => line.abandon()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    await consumer.subscribe({ topic })
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} })
  } catch (error) {
    line.abandon()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return {
    ...line,
    async leave() {
      await consumer.disconnect().finally(() => sockets.abandon())
    },
  }
}
