export interface TopicSubscriptions<Follower, Topic extends string> {
  follow(follower: Follower, topics: readonly Topic[]): void
  leave(follower: Follower, topics: readonly Topic[]): void
  leaveAll(follower: Follower): void
  followersOf(topic: Topic): ReadonlySet<Follower>
  topicsOf(follower: Follower): ReadonlySet<Topic>
  /** Followers with a subscription, even if they left all topics later. */
  followers(): readonly Follower[]
}

const noFollowers: ReadonlySet<never> = new Set()

export function topicSubscriptions<Follower, Topic extends string>(): TopicSubscriptions<Follower, Topic> {
  const byTopic = new Map<Topic, Set<Follower>>()
  const byFollower = new Map<Follower, Set<Topic>>()

  const leave = (follower: Follower, topics: Iterable<Topic>) => {
    for (const topic of topics) {
      const followers = byTopic.get(topic)
      followers?.delete(follower)
      if (followers?.size === 0) byTopic.delete(topic)
      byFollower.get(follower)?.delete(topic)
    }
  }
  return {
    follow(follower, topics) {
      const own = byFollower.get(follower) ?? new Set<Topic>()
      byFollower.set(follower, own)
      for (const topic of topics) {
        const followers = byTopic.get(topic) ?? new Set<Follower>()
        byTopic.set(topic, followers.add(follower))
        own.add(topic)
      }
    },
    leave,
    leaveAll(follower) {
      leave(follower, [...(byFollower.get(follower) ?? [])])
      byFollower.delete(follower)
    },
    followersOf: (topic) => byTopic.get(topic) ?? noFollowers,
    topicsOf: (follower) => byFollower.get(follower) ?? noFollowers,
    followers: () => [...byFollower.keys()],
  }
}
