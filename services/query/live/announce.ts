import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { recentPlaysById } from '@stepledger/projections/plays/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Notice } from '../../platform/push/push.ts'
import type { QueryDeps } from '../deps.ts'
import { withNames } from '../names.ts'
import type { Connection } from './connection.ts'
import type { TopicBook } from './topic-book.ts'

type Folded = Extract<Notice, { kind: 'folded' }>
type Play = Folded['plays'][number]

/** The home page shows ten rows: of one batch it hears of no more than its last so many. */
const homeRows = 10

/** Tells the followers of each topic what a notice changed for them. Rows are read once, and only if somebody follows. */
export async function announce(
  deps: QueryDeps,
  topics: TopicBook<Connection, PushTopic>,
  notice: Notice,
): Promise<void> {
  const send = (topic: PushTopic, message: ServerMessage) => {
    const followers = topics.followersOf(topic)
    if (followers.size === 0) return
    const text = JSON.stringify(message)
    for (const follower of followers) follower.send(text)
  }
  const followed = (topic: PushTopic) => topics.followersOf(topic).size > 0
  if (notice.kind === 'player') {
    const topic: PushTopic = `player:${notice.player}`
    return send(topic, { type: 'changed', topic, generation: null })
  }

  const { generation } = notice
  // Told before this process knew of a switch, or of a generation that was left: nobody is to see that one again.
  if (deps.progress.current()?.generation.id !== generation) await deps.progress.refresh()
  const isLive = () => deps.progress.current()?.generation.id === generation
  if (!isLive()) return
  if (notice.kind === 'switched') {
    const message: ServerMessage = { type: 'switched', generation }
    const text = JSON.stringify(message)
    for (const follower of topics.followers()) follower.send(text)
    return
  }

  const atHome = new Set(notice.plays.slice(-homeRows).map((play) => play.playId))
  const heardOn = (play: Play, listed: boolean): PushTopic[] =>
    [
      ...(listed ? (['home'] as const) : []),
      `chart:${play.chart}` as const,
      `player:${play.player}` as const,
    ].filter(followed)

  const wanted = notice.plays.filter((play) => heardOn(play, atHome.has(play.playId)).length > 0)
  const rows = await rowsOf(deps, wanted)
  if (!isLive()) return
  for (const play of wanted) {
    const row = rows.get(play.playId)
    if (!row) continue
    for (const topic of heardOn(play, atHome.has(play.playId))) {
      send(topic, { type: 'play', topic, play: row, generation })
    }
  }
  for (const play of notice.withdrawn) {
    for (const topic of heardOn(play, true)) {
      const { playId, chart: chartHash, player: userId } = play
      send(topic, { type: 'withdrawn', topic, playId, chartHash, userId, generation })
    }
  }
  for (const player of notice.players) {
    const topic: PushTopic = `player:${player}`
    send(topic, { type: 'changed', topic, generation })
  }
  for (const chart of notice.charts) {
    const topic: PushTopic = `chart:${chart}`
    send(topic, { type: 'changed', topic, generation })
  }
}

async function rowsOf(
  { readModels, players, progress }: QueryDeps,
  plays: readonly Play[],
): Promise<Map<number, RecentPlay>> {
  const generation = progress.current()?.generation
  if (plays.length === 0 || !generation) return new Map()
  const rows = await recentPlaysById(
    readable(generation, readModels),
    plays.map((play) => play.playId),
  )
  return new Map((await withNames(players, rows)).map((row) => [row.playId, row]))
}
