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
  /** Who is of a country: ISO 3166-1 number. */
  country: (id: number) => `country:${id}`,
  /** Which countries players have set. */
  countries: 'countries',
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
