import type { TablesTx } from '../generation.ts'
import { valuesOf } from '../values-of.ts'
import type { SettledCharts } from './sources/settle-charts.ts'

/** Characters of a search text, as in `searchText`. */
const maxSearchLength = 500

/** The columns of a chart that a song provides, as expressions over songs (s), their charts (c) and packs (p); `listed`:
 * the names of all packs that list the chart. */
const ofSong = {
  described_by: 's.id',
  described_at: 's.updated_at',
  title: 's.title',
  subtitle: 's.subtitle',
  artist: 's.artist',
  stepartist: 'c.stepartist',
  description: 'c.description',
  length: 'c.length',
  meter: 'c.meter',
  title_key: 'c.title_key',
  search: `left(concat_ws(E'\\n', c.search, listed.packs), ${maxSearchLength})`,
  steps_type: 'c.steps_type',
  difficulty: 'c.difficulty',
  chart_name: 'c.chart_name',
  credit: 's.credit',
  banner: 'coalesce(s.banner, p.banner)',
  banner_of_pack: 's.banner is null',
  facts: 'c.facts',
}
const columns = Object.keys(ofSong)

/** Defaults of these columns for a chart that neither a song nor a play describes. */
const undescribed: Readonly<Record<string, string>> = {
  title: "''",
  artist: "''",
  stepartist: "''",
  title_key: "''",
  search: "''",
  banner_of_pack: 'false',
}

/**
 * Writes the metadata of charts from songs, and clears it for charts that no song describes any more. Returns the
 * changed charts, and those of them that need the metadata of a play.
 */
export async function describeCharts(
  { tx, schema }: TablesTx,
  charts: SettledCharts['describing'],
): Promise<{ described: string[]; undescribed: string[] }> {
  if (charts.length === 0) return { described: [], undescribed: [] }
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      insert into ${schema}.charts as c (hash, known_at, plays, ${columns.join(', ')})
      select x.hash, x.since, 0, ${Object.values(ofSong).join(', ')}
      from unnest($1::text[], $2::bigint[], $3::bigint[]) as x(hash, song, since)
      join ${schema}.simfiles s on s.id = x.song
      join ${schema}.packs p on p.id = s.pack
      join lateral (
        select * from ${schema}.simfile_charts c where c.simfile = x.song and c.hash = x.hash order by c.nth limit 1
      ) c on true
      cross join lateral (
        select string_agg(distinct pack.search, E'\n' order by pack.search) as packs
        from ${schema}.simfile_charts listed
        join ${schema}.simfiles song on song.id = listed.simfile
        join ${schema}.packs pack on pack.id = song.pack
        where listed.hash = x.hash and listed.accepted and song.listed
      ) listed
      on conflict (hash) do update set known_at = least(c.known_at, excluded.known_at),
        ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
      where c.known_at > excluded.known_at
        or (${columns.map((name) => `c.${name}`).join(', ')}) is distinct from (${columns.map((name) => `excluded.${name}`).join(', ')})
      returning hash`,
    values: valuesOf(charts, 'hash', 'song', 'since'),
  })
  const withoutSong = charts.filter(({ song }) => song === null)
  // Also for sources that were listed only briefly: whether a row exists must not depend on batching.
  await tx.query({
    text: `
      insert into ${schema}.charts as c (hash, known_at, plays, title, artist, stepartist, title_key, search)
      select hash, since, 0, '', '', '', '', '' from unnest($1::text[], $2::bigint[]) as x(hash, since)
      on conflict (hash) do update set known_at = excluded.known_at where c.known_at > excluded.known_at`,
    values: valuesOf(withoutSong, 'hash', 'since'),
  })
  const { rows: ended } = await tx.query<{ hash: string }>({
    text: `
      update ${schema}.charts c set ${columns.map((name) => `${name} = ${undescribed[name] ?? 'null'}`).join(', ')}
      from unnest($1::text[]) as x(hash) where c.hash = x.hash and c.described_by is not null
      returning c.hash`,
    values: [withoutSong.map(({ hash }) => hash)],
  })
  return { described: rows.map(({ hash }) => hash), undescribed: ended.map(({ hash }) => hash) }
}
