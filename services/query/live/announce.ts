import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { recentPlaysById } from '@stepledger/projections/plays/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Notice } from '../../platform/push/push.ts'
import type { QueryDeps } from '../deps.ts'
import { withNames } from '../names.ts'
import type { Connection } from './connection.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

type Folded = Extract<Notice, { kind: 'folded' }>
type Play = Folded['plays'][number]

/** The home page shows ten rows: of one batch it hears of no more than its last this many. */
const homeRows = 10

/**
 * Of how many plays of one batch a topic hears; of more it hears that it changed. Several hundred at once, of a
 * projector that catches up or of a player who was erased, would wait for readers that are not slow.
 */
const mostRows = 20

/**
 * Tells the followers of each topic what a notice changed for them. Rows are read once, and only if somebody follows.
 */
export async function announce(
  deps: Pick<QueryDeps, 'readModels' | 'players' | 'progress'>,
  topics: TopicSubscriptions<Connection, PushTopic>,
  notice: Notice,
): Promise<void> {
  const send = (followers: Iterable<Connection>, message: ServerMessage) => {
    const text = Buffer.from(JSON.stringify(message))
    for (const follower of followers) follower.send(text)
  }
  const isFollowed = (topic: PushTopic) => topics.followersOf(topic).size > 0
  const sendChanged = (topic: PushTopic, generation: number | null) => {
    if (isFollowed(topic)) send(topics.followersOf(topic), { type: 'changed', topic, generation })
  }
  if (notice.kind === 'player') return sendChanged(`player:${notice.player}`, null)

  const { generation } = notice
  // Sent before this process knew of a switch, or of a generation that was left: nobody is to see that one again.
  if (deps.progress.current()?.generation.id !== generation) await deps.progress.refresh()
  const isLive = () => deps.progress.current()?.generation.id === generation
  if (!isLive()) return
  if (notice.kind === 'switched') return send(topics.followers(), { type: 'switched', generation })
  if (notice.kind === 'standings') return sendChanged(`event:${notice.slug}`, generation)

  const heard = [...whatTopicsHear(notice, isFollowed)]
  const inRows = heard.filter(([, { plays, withdrawn }]) => plays.length + withdrawn.length <= mostRows)
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
  const changed = new Set<PushTopic>([
    ...heard.filter((topic) => !inRows.includes(topic)).map(([topic]) => topic),
    ...notice.players.map((player) => `player:${player}` as const),
    ...notice.charts.map((chart) => `chart:${chart}` as const),
    // Rows there may name or score the plays of these charts otherwise.
    ...(notice.charts.length > 0 ? ['home' as const] : []),
    ...(notice.packs.length > 0 ? ['packs' as const] : []),
  ])
  for (const topic of changed) sendChanged(topic, generation)
}

/** What a topic hears of a batch. */
interface Heard {
  readonly plays: Play[]
  readonly withdrawn: Play[]
}

/** The plays of a batch by the topics that hear of them. */
function whatTopicsHear(
  { plays, withdrawn }: Folded,
  isFollowed: (topic: PushTopic) => boolean,
): Map<PushTopic, Heard> {
  const heard = new Map<PushTopic, Heard>()
  const on = (topic: PushTopic): Heard | undefined => {
    if (!isFollowed(topic)) return
    const known = heard.get(topic) ?? { plays: [], withdrawn: [] }
    heard.set(topic, known)
    return known
  }
  for (const play of plays.slice(-homeRows)) on('home')?.plays.push(play)
  for (const play of withdrawn) on('home')?.withdrawn.push(play)
  for (const play of plays) for (const topic of topicsOf(play)) on(topic)?.plays.push(play)
  for (const play of withdrawn) for (const topic of topicsOf(play)) on(topic)?.withdrawn.push(play)
  return heard
}

function topicsOf({ chart, player }: Play): PushTopic[] {
  return [`chart:${chart}`, `player:${player}`]
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
