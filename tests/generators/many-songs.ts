import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { searchText } from '@stepledger/contracts/search-text.ts'
import { titleKey } from '@stepledger/projections/catalogue/title-key.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { oneOf, type Random, seeded, wholeNumber } from './random.ts'

export const songsOfPack = 20
export const chartsOfSong = 5

/** One song in a thousand contains a rare word. */
export function rareWord(n: number): string {
  return `zyzzyva${n}`
}
const songsOfRareWord = 1000

const syllables = 'ka,to,mi,ra,ne,so,lu,ve,an,el,or,in,st,er,da,qui,ble,fire,moon,night,light,x'.split(',')
const kana = 'ア,イ,ウ,カ,キ,サ,シ,タ,ト,ナ,マ,ラ,リ,ン,ひ,か,り,の,夜,星,空,花'.split(',')

/** A generated song, deterministic by id and edition. */
export function madeUpSong(id: number, edition = 0) {
  const random = seeded(id + edition * 2 ** 24)
  const romanized = titleOf(random, syllables)
  const japanese = random() < 0.2
  const title = japanese ? titleOf(random, kana) : romanized
  return {
    id,
    pack: Math.floor(id / songsOfPack),
    title: id % songsOfRareWord === 0 ? `${title} ${rareWord(id / songsOfRareWord)}` : title,
    titleTranslit: japanese ? romanized : '',
    artist: titleOf(seeded(id % 5000), syllables),
    charts: difficulty.options.slice(0, chartsOfSong).map((its, nth) => ({
      hash: hashOf(id * chartsOfSong + nth),
      nth,
      difficulty: its,
      stepsType: nth === 4 && random() < 0.5 ? 'dance-double' : 'dance-single',
      meter: wholeNumber(random, 1 + 2 * nth, 6 + 3 * nth),
    })),
  }
}

function titleOf(random: Random, of: readonly string[]): string {
  const word = () => Array.from({ length: wholeNumber(random, 2, 4) }, () => oneOf(random, of)).join('')
  const text = Array.from({ length: wholeNumber(random, 1, 3) }, word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Spread over the whole range, as hashes are. */
function hashOf(n: number): string {
  return BigInt.asUintN(64, BigInt(n + 1) * 0x9e3779b97f4a7c15n)
    .toString(16)
    .padStart(16, '0')
}

/** Writes packs with ids from 1, their songs and charts directly into the tables of a generation, as the fold does. */
export async function writeManySongs(db: Queryable, schema: string, packs: number): Promise<void> {
  const names = Array.from({ length: packs }, (_, i) => `Pack ${titleOf(seeded(i + 1), syllables)}`)
  await db.query({
    text: `
      insert into ${schema}.packs (id, name, name_key, search, songs, created_at, updated_at, listed, "offset")
      select nth, name, key, search, $4::integer, nth * 60000, nth * 60000, true, -1
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as x(name, key, search, nth)`,
    values: [names, names.map(titleKey), names.map((name) => searchText(name)), songsOfPack],
  })
  const chunk = 5000
  const end = (packs + 1) * songsOfPack
  for (let from = songsOfPack; from < end; from += chunk) {
    const songs = Array.from({ length: Math.min(chunk, end - from) }, (_, i) => madeUpSong(from + i))
    const rows = songs.map(({ charts: _, titleTranslit, ...song }) => ({
      ...song,
      title_key: titleKey(song.title),
      artist_key: titleKey(song.artist),
      search: searchText(song.title, titleTranslit, song.artist),
    }))
    await db.query({
      text: `
        insert into ${schema}.simfiles (id, pack, folder, title, subtitle, artist, genre, credit, left_out, title_key, artist_key, search,
          created_at, updated_at, listed)
        select id, pack, title, title, '', artist, '', '', '[]', title_key, artist_key, search, pack * 60000, pack * 60000, true
        from jsonb_populate_recordset(null::${schema}.simfiles, $1::jsonb)`,
      values: [JSON.stringify(rows)],
    })
    const charts = songs.flatMap(({ id, charts }) => charts.map((chart) => ({ ...chart, simfile: id })))
    await db.query({
      text: `
        insert into ${schema}.simfile_charts
        select simfile, nth, hash, x."stepsType", difficulty, meter, '', '', 'rowan', '', '', '', 400, 9, 0, 4, 95, '{}', true
        from jsonb_to_recordset($1::jsonb) as x(simfile bigint, nth smallint, hash text, "stepsType" text, difficulty text, meter integer)`,
      values: [JSON.stringify(charts)],
    })
  }
  await db.query({ text: chartsOfSongs(schema) })
}

/** With a curve of 90 seconds, which is the largest part of a chart's row. */
function chartsOfSongs(schema: string): string {
  return `
    with curves as materialized (
      select kind, (select jsonb_agg(jsonb_build_array(1.6 * n, (kind + n * n) % 12)) from generate_series(0, 59) n) as nps
      from generate_series(0, 11) kind
    )
    insert into ${schema}.charts (hash, described_at, described_by, known_at, title, artist, stepartist, description, length, meter, title_key, search,
      plays, subtitle, steps_type, difficulty, chart_name, credit, banner_of_pack, facts)
    select c.hash, s.updated_at, s.id, s.created_at + s.id % 60000, s.title, s.artist, c.stepartist, '', 95, c.meter, s.title_key, s.search,
      0, '', c.steps_type, c.difficulty, '', '', true,
      jsonb_build_object('displayBpm', '150', 'bpms', '{"min": 150, "max": 150}'::jsonb, 'counts', '{"rows": 400, "holds": 9, "rolls": 0, "mines": 4}'::jsonb,
        'radar', '{"jumps": 2, "hands": 0}'::jsonb, 'peakNps', 12, 'streams', '[]'::jsonb, 'steps', null,
        'nps', nps)
    from ${schema}.simfile_charts c join ${schema}.simfiles s on s.id = c.simfile join curves on kind = s.id % 12 order by c.simfile, c.nth`
}
