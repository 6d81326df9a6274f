import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { recentPlaysById } from '@stepledger/projections/catalogue/recent-plays.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Notice } from '../../platform/push/push.ts'
import type { QueryDeps } from '../deps.ts'
import { withNames } from '../names.ts'
import {
  affectedBy,
  affectedByAccount,
  affectedByStandings,
  otherKinds,
  rowKinds,
} from '../topics-of-change.ts'
import type { Connection } from './connection.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

type Folded = Extract<Notice, { kind: 'folded' }>
type Play = Folded['plays'][number]

/** The home page shows this many rows, so it receives at most the last ones of a batch. */
const homeRows = 10

/**
 * Maximum plays of one batch that are sent to a topic. For more, a single `changed` message is sent: hundreds of rows at
 * once, of a projector that catches up or of an erased player, would fill the send buffers of readers that are not slow.
 */
const maxRows = 20

/**
 * Sends the followers of each topic what a notice changed. Rows are read once, and only if a topic has followers.
 */
export async function announce(
  deps: Pick<QueryDeps, 'readModels' | 'players' | 'progress' | 'tracing'>,
  topics: TopicSubscriptions<Connection, PushTopic>,
  notice: Notice,
): Promise<void> {
  if (notice.kind === 'operations') return
  const start = performance.now()
  const send = (followers: Iterable<Connection>, message: ServerMessage) => {
    const text = Buffer.from(JSON.stringify(message))
    for (const follower of followers) follower.send(text)
  }
  const isFollowed = (topic: PushTopic) => topics.followersOf(topic).size > 0
  const sendChanged = (topic: PushTopic, generation: number | null) => {
    if (isFollowed(topic)) send(topics.followersOf(topic), { type: 'changed', topic, generation })
  }
  if (notice.kind === 'player') {
    for (const topic of affectedByAccount(notice).topics) sendChanged(topic, null)
    return
  }

  const { generation } = notice
  // A switch may not have reached this process yet. Notices of a generation that is no longer live are ignored.
  if (deps.progress.current()?.generation.id !== generation) await deps.progress.refresh()
  const isLive = () => deps.progress.current()?.generation.id === generation
  if (!isLive()) return
  if (notice.kind === 'switched') return send(topics.followers(), { type: 'switched', generation })
  if (notice.kind === 'standings') {
    for (const topic of affectedByStandings(notice.slug).topics) sendChanged(topic, generation)
    return
  }

  const updates = [...updatesByTopic(notice, isFollowed)]
  const inRows = updates.filter(([, { plays, withdrawn }]) => plays.length + withdrawn.length <= maxRows)
  const rows = await rowsOf(
    deps,
    inRows.flatMap(([, { plays }]) => plays),
  )
  if (!isLive()) return
  for (const [topic, { plays, withdrawn }] of inRows) {
    const followers = topics.followersOf(topic)
    for (const { playId } of plays) {
      const play = rows.get(playId)
      if (play) send(followers, { type: 'play', topic, play, generation })
    }
    for (const { playId, chart: chartHash, player: userId } of withdrawn) {
      send(followers, { type: 'withdrawn', topic, playId, chartHash, userId, generation })
    }
  }
  if (deps.tracing)
    for (const { playId, player } of new Set(inRows.flatMap(([, { plays }]) => plays)))
      deps.tracing.record({ step: 'push', playId, player, start, end: performance.now() })
  const changed = new Set<PushTopic>([
    ...updates.filter((update) => !inRows.includes(update)).map(([topic]) => topic),
    ...otherKinds.flatMap((kind) => affectedBy(notice, kind).flatMap(({ topics }) => topics)),
  ])
  for (const topic of changed) sendChanged(topic, generation)
  await Promise.all(
    notice.privately.flatMap((player) => {
      const topic: PushTopic = `player:${player}`
      if (changed.has(topic)) return []
      const message: ServerMessage = { type: 'changed', topic, generation }
      const text = Buffer.from(JSON.stringify(message))
      return [...topics.followersOf(topic)].map((follower) => follower.sendToPlayer(player, text))
    }),
  )
}

interface TopicUpdate {
  readonly plays: Play[]
  readonly withdrawn: Play[]
}

/** Groups the plays of a batch by followed topic. */
function updatesByTopic(
  notice: Folded,
  isFollowed: (topic: PushTopic) => boolean,
): Map<PushTopic, TopicUpdate> {
  const updates = new Map<PushTopic, TopicUpdate>()
  const firstOfHome = notice.plays.length - homeRows
  for (const kind of rowKinds) {
    for (const [i, { topics }] of affectedBy(notice, kind).entries()) {
      for (const topic of topics) {
        if (!isFollowed(topic) || (topic === 'home' && kind === 'plays' && i < firstOfHome)) continue
        const update = updates.get(topic) ?? { plays: [], withdrawn: [] }
        updates.set(topic, update)
        update[kind].push(itemAt(notice[kind], i))
      }
    }
  }
  return updates
}

async function rowsOf(
  { readModels, players, progress }: Pick<QueryDeps, 'readModels' | 'players' | 'progress'>,
  plays: readonly Play[],
): Promise<Map<number, RecentPlay>> {
  const generation = progress.current()?.generation
  if (plays.length === 0 || !generation) return new Map()
  const ids = [...new Set(plays.map((play) => play.playId))]
  const rows = await recentPlaysById(readable(generation, readModels), ids)
  return new Map((await withNames(players, rows)).map((row) => [row.playId, row]))
}
