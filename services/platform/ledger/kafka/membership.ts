/** Callbacks of a group member. */
export interface MemberEvents {
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
