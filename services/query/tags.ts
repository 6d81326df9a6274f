import type { Notice } from '../platform/push/push.ts'

/** Tags of the page cache: what a page can show. */
export const tag = {
  home: 'home',
  /** The plays and boards of a chart. */
  chart: (hash: string) => `chart:${hash}`,
  /** The title and meter of a chart, wherever it is listed. */
  title: (hash: string) => `title:${hash}`,
  /** The plays and rivals of a player. */
  player: (id: string) => `player:${id}`,
  /** The name of a player, wherever it is shown. */
  name: (id: string) => `name:${id}`,
  play: (id: number) => `play:${id}`,
  pack: (id: number) => `pack:${id}`,
  /** The lists of packs and of songs. */
  packs: 'packs',
  /** The list of charts; plays add charts too. */
  charts: 'charts',
  /** A competition's settings and standings. */
  event: (slug: string) => `event:${slug}`,
  /** The list of competitions, and any of their standings. */
  events: 'events',
}

/** The tags that a notice invalidates. A switch needs none: cache keys include the generation. */
export function tagsOf(notice: Notice): Set<string> {
  if (notice.kind === 'switched') return new Set()
  if (notice.kind === 'standings') return new Set([tag.event(notice.slug), tag.events])
  if (notice.kind === 'player') return new Set([tag.name(notice.player), tag.player(notice.player)])
  const tags = new Set<string>()
  for (const play of [...notice.plays, ...notice.withdrawn]) {
    tags.add(tag.home).add(tag.chart(play.chart)).add(tag.player(play.player))
  }
  for (const play of notice.withdrawn) tags.add(tag.play(play.playId))
  for (const player of notice.players) tags.add(tag.player(player))
  for (const chart of notice.charts) tags.add(tag.home).add(tag.chart(chart)).add(tag.title(chart))
  for (const pack of notice.packs) tags.add(tag.pack(pack)).add(tag.packs).add(tag.charts)
  if (tags.size > 0) tags.add(tag.charts)
  return tags
}
