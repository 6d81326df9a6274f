import { difficulty } from '@stepledger/contracts/difficulty.ts'
import type { WaitingChart } from '@stepledger/contracts/http/pack-uploads.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../../read-database.ts'

/** A chart of a pack that waits for acceptance, with the digest that a decision refers to. */
export interface WaitingSource extends WaitingChart {
  /** The pack that currently describes the chart; null for none. */
  readonly knownPack: number | null
}

interface Row {
  readonly pack: number
  readonly pack_name: string
  readonly song: number
  readonly hash: string
  readonly content: string
  readonly rows: number
  readonly holds: number
  readonly rolls: number
  readonly mines: number
  readonly title: string
  readonly subtitle: string
  readonly artist: string
  readonly difficulty: string
  readonly meter: number | null
  readonly steps_type: string
  readonly stepartist: string
  readonly credit: string
  readonly description: string
  readonly chart_name: string
  readonly known_pack: number | null
  readonly known_pack_name: string | null
  readonly known_title: string
  readonly known_subtitle: string | null
  readonly known_artist: string
  readonly known_difficulty: string | null
  readonly known_meter: number | null
  readonly known_steps_type: string | null
  readonly known_stepartist: string
  readonly known_credit: string | null
  readonly known_description: string | null
  readonly known_chart_name: string | null
  readonly known_counts: WaitingChart['states']['counts'] | null
}

/** Filter by the waiting packs, or by the packs that describe the charts. */
export interface WaitingOf {
  readonly packs?: readonly number[]
  readonly describedBy?: readonly number[]
}

/** By pack and song. */
export async function waitingSources(
  generation: GenerationDb,
  { packs, describedBy }: WaitingOf,
  limit: number,
): Promise<WaitingSource[]> {
  const { table } = generation
  const { rows } = await sql<Row>`
    select w.pack, p.name as pack_name, w.song, w.hash, w.content, w.rows, w.holds, w.rolls, w.mines,
      s.title, s.subtitle, s.artist, c.difficulty, c.meter, c.steps_type, c.stepartist, s.credit, c.description, c.chart_name,
      kp.id as known_pack, kp.name as known_pack_name, k.title as known_title, k.subtitle as known_subtitle,
      k.artist as known_artist, k.difficulty as known_difficulty, k.meter as known_meter,
      k.steps_type as known_steps_type, k.stepartist as known_stepartist, k.credit as known_credit,
      k.description as known_description, k.chart_name as known_chart_name, k.facts -> 'counts' as known_counts
    from ${table('chart_sources')} w
    join ${table('packs')} p on p.id = w.pack
    join ${table('simfiles')} s on s.id = w.song
    join lateral (
      select * from ${table('simfile_charts')} c where c.simfile = w.song and c.hash = w.hash order by c.nth limit 1
    ) c on true
    join ${table('charts')} k on k.hash = w.hash
    left join ${table('simfiles')} ks on ks.id = k.described_by
    left join ${table('packs')} kp on kp.id = ks.pack
    where w.until_at is null and w.decided is null and not w.accepted
      ${packs ? sql`and w.pack = any(${[...packs]}::bigint[])` : sql``}
      ${describedBy ? sql`and kp.id = any(${[...describedBy]}::bigint[])` : sql``}
    order by w.pack, w.song, c.nth limit ${limit}`.execute(generation.db)
  return rows.map(waitingOf)
}

function waitingOf(row: Row): WaitingSource {
  const { rows, holds, rolls, mines } = row
  return {
    packId: row.pack,
    packName: row.pack_name,
    songId: row.song,
    hash: row.hash,
    content: row.content,
    states: {
      title: row.title,
      subtitle: row.subtitle,
      artist: row.artist,
      difficulty: difficulty.parse(row.difficulty),
      meter: row.meter,
      stepsType: row.steps_type,
      stepartist: row.stepartist,
      credit: row.credit,
      description: row.description,
      chartName: row.chart_name,
      counts: { rows, holds, rolls, mines },
    },
    known:
      row.known_pack === null || row.known_counts === null || row.known_difficulty === null
        ? null
        : {
            packName: row.known_pack_name ?? '',
            title: row.known_title,
            subtitle: row.known_subtitle ?? '',
            artist: row.known_artist,
            difficulty: difficulty.parse(row.known_difficulty),
            meter: row.known_meter,
            stepsType: row.known_steps_type ?? '',
            stepartist: row.known_stepartist,
            credit: row.known_credit ?? '',
            description: row.known_description ?? '',
            chartName: row.known_chart_name ?? '',
            counts: row.known_counts,
          },
    knownPack: row.known_pack,
  }
}

export async function waitingCounts(
  generation: GenerationDb,
  packs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (packs.length === 0) return new Map()
  const { rows } = await sql<{ pack: number; charts: number }>`
    select pack, count(*)::integer as charts from ${generation.table('chart_sources')}
    where pack = any(${[...packs]}::bigint[]) and until_at is null and decided is null and not accepted
    group by pack`.execute(generation.db)
  return new Map(rows.map(({ pack, charts }) => [pack, charts]))
}

/** A pack with charts that wait for a decision. `charts`: their number. */
export interface WaitingPack {
  readonly packId: number
  readonly packName: string
  readonly charts: number
}

/** By id. */
export async function waitingPacks(generation: GenerationDb, limit: number): Promise<WaitingPack[]> {
  const { table } = generation
  const { rows } = await sql<WaitingPack>`
    select p.id as "packId", p.name as "packName", count(*)::integer as charts
    from ${table('chart_sources')} w join ${table('packs')} p on p.id = w.pack
    where w.until_at is null and w.decided is null and not w.accepted
    group by p.id, p.name order by p.id limit ${limit}`.execute(generation.db)
  return rows
}
