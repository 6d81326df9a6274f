export type TopicSubscriptions<Follower, Topic extends string> = ReturnType<
  typeof topicSubscriptions<Follower, Topic>
>

const noFollowers: ReadonlySet<never> = new Set()

export function topicSubscriptions<Follower, Topic extends string>() {
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
    follow(follower: Follower, topics: readonly Topic[]) {
      const own = byFollower.get(follower) ?? new Set<Topic>()
      byFollower.set(follower, own)
      for (const topic of topics) {
        const followers = byTopic.get(topic) ?? new Set<Follower>()
        byTopic.set(topic, followers.add(follower))
        own.add(topic)
      }
    },
    leave,
    leaveAll(follower: Follower) {
      leave(follower, [...(byFollower.get(follower) ?? [])])
      byFollower.delete(follower)
    },
    followersOf: (topic: Topic) => byTopic.get(topic) ?? noFollowers,
    topicsOf: (follower: Follower) => byFollower.get(follower) ?? noFollowers,
    /** Followers with a subscription, even if they left all topics later. */
    followers: () => [...byFollower.keys()],
  }
}
