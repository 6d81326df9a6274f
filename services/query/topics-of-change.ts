import type { PushTopic } from '@stepledger/contracts/push/messages.ts'
import type { FoldedChanges, Notice } from '../platform/push/push.ts'
import { tag } from './tags.ts'

/** What a change affects: tags of cached pages, which are invalidated, and topics, whose followers are notified. */
interface Affected {
  readonly tags: readonly string[]
  readonly topics: readonly PushTopic[]
}

/** `privately` affects no cached page, and its topic is pushed to that player alone. */
type Changed = {
  readonly [Kind in Exclude<keyof FoldedChanges, 'privately'>]: FoldedChanges[Kind][number]
}
type Lists = { readonly [Kind in keyof Changed]: readonly Changed[Kind][] }

const affected: { readonly [Kind in keyof Changed]: (changed: Changed[Kind]) => Affected } = {
  plays: ({ chart, player }) => ({
    tags: [tag.home, tag.chart(chart), tag.player(player)],
    topics: ['home', `chart:${chart}`, `player:${player}`],
  }),
  withdrawn: affectedByWithdrawal,
  reinstated: affectedByWithdrawal,
  players: (player) => ({ tags: [tag.player(player)], topics: [`player:${player}`] }),
  // Titles or scores of plays on these charts may have changed on the home page.
  charts: (chart) => ({
    tags: [tag.home, tag.chart(chart), tag.title(chart)],
    topics: [`chart:${chart}`, 'home'],
  }),
  packs: (pack) => ({ tags: [tag.pack(pack), tag.packs], topics: ['packs'] }),
}

function affectedByWithdrawal({ playId, chart, player }: Changed['withdrawn']): Affected {
  return {
    tags: [tag.home, tag.chart(chart), tag.player(player), tag.play(playId)],
    topics: ['home', `chart:${chart}`, `player:${player}`],
  }
}

/** The kinds of changes whose rows are sent; of the others, followers receive only that something changed. */
export const rowKinds = ['plays', 'withdrawn'] as const satisfies (keyof Changed)[]

const kinds = Object.keys(affected).filter((kind): kind is keyof Changed => kind in affected)
export const otherKinds = kinds.filter((kind) => !rowKinds.some((rowKind) => rowKind === kind))

/** What each change of one kind affects, in the order of the notice. */
export function affectedBy<Kind extends keyof Changed>(lists: Lists, kind: Kind): Affected[] {
  return lists[kind].map(affected[kind])
}

/** What the settled standings or another document of a competition affect. */
export function affectedByStandings(slug: string): Affected {
  return { tags: [tag.event(slug), tag.events], topics: [`event:${slug}`] }
}

/** What changed account data of a player affects. */
export function affectedByAccount({ player, countries = [] }: Omit<PlayerNotice, 'kind'>): Affected {
  return {
    tags: [
      tag.name(player),
      tag.player(player),
      ...countries.map(tag.country),
      ...(countries.length > 0 ? [tag.countries] : []),
    ],
    topics: [`player:${player}`],
  }
}

type PlayerNotice = Extract<Notice, { kind: 'player' }>

/** The tags that a notice invalidates. A switch needs none: cache keys include the generation. */
export function tagsOf(notice: Notice): Set<string> {
  if (notice.kind === 'switched' || notice.kind === 'operations') return new Set()
  if (notice.kind === 'standings') return new Set(affectedByStandings(notice.slug).tags)
  if (notice.kind === 'player') return new Set(affectedByAccount(notice).tags)
  const tags = new Set(kinds.flatMap((kind) => affectedBy(notice, kind).flatMap((each) => each.tags)))
  // Plays add charts, and every change may be one of a row of that list.
  if (tags.size > 0) tags.add(tag.charts)
  return tags
}
