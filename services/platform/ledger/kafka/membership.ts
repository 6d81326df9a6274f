/** What a member of a group hears. */
export interface MemberEvents {
  /** In ascending order. */
  onAssigned(partitions: readonly number[]): void
  onLost(): void
  onSign(what: 'heartbeat' | 'fetch'): void
  onFailed(error: Error): void
}

/**
 * Makes sense of what kafkajs tells of a place in a group. It tells that the place is lost, then joins again; where
 * joining fails, as it does while Kafka starts again, it may find the group as it was and keep its old place, and says
 * nothing of that: then only its heartbeats go on, and nobody would read. Such a member counts as failed, and is
 * replaced.
 */
export function membership(
  events: MemberEvents,
): Record<'rebalancing' | 'heartbeat', () => void> & { joined(partitions: readonly number[]): void } {
  let lost = false
  return {
    joined(partitions) {
      lost = false
      events.onAssigned([...partitions].sort((a, b) => a - b))
    },
    rebalancing() {
      lost = true
      events.onLost()
    },
    heartbeat() {
      events.onSign('heartbeat')
      if (!lost) return
      lost = false
      events.onFailed(new Error('the group was not joined again after its partitions were lost'))
    },
  }
}
