/** Who follows what. */
export interface TopicBook<Follower> {
  follow(follower: Follower, topics: readonly string[]): void
  leave(follower: Follower, topics: readonly string[]): void
  leaveAll(follower: Follower): void
  followersOf(topic: string): ReadonlySet<Follower>
  topicsOf(follower: Follower): ReadonlySet<string>
}

const nobody: ReadonlySet<never> = new Set()

export function topicBook<Follower>(): TopicBook<Follower> {
  const byTopic = new Map<string, Set<Follower>>()
  const byFollower = new Map<Follower, Set<string>>()

  const leave = (follower: Follower, topics: Iterable<string>) => {
    for (const topic of topics) {
      const followers = byTopic.get(topic)
      followers?.delete(follower)
      if (followers?.size === 0) byTopic.delete(topic)
      byFollower.get(follower)?.delete(topic)
    }
  }
  return {
    follow(follower, topics) {
      const own = byFollower.get(follower) ?? new Set()
      byFollower.set(follower, own)
      for (const topic of topics) {
        const followers = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, followers.add(follower))
        own.add(topic)
      }
    },
    leave,
    leaveAll(follower) {
      leave(follower, [...(byFollower.get(follower) ?? [])])
      byFollower.delete(follower)
    },
    followersOf: (topic) => byTopic.get(topic) ?? nobody,
    topicsOf: (follower) => byFollower.get(follower) ?? nobody,
  }
}
