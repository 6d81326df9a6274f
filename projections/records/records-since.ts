import { sql } from 'kysely'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { type Place, placesOf } from './places.ts'

/** A best that beat an older one of its player. Scores in hundredths of a percent. */
export interface PersonalRecord {
  readonly chart: string
  readonly playId: number
  readonly hundredths: number
  /** The best before `since`. */
  readonly before: number
  readonly rank: number
  readonly rankBefore: number
}

/** Of the bests since then, the newest this many are considered, and the greatest gains of them get a place. */
const considered = { newest: 200, gains: 25 } as const

/**
 * Returns the personal records of a player since a time, ms since 1970: first places first, then by gain, at most
 * `limit`. A chart's first score is no record. One index range of the bests since then.
 */
export async function recordsSince(
  generation: GenerationDb,
  { player, system, since }: { readonly player: string; readonly system: number; readonly since: number },
  limit: number,
): Promise<PersonalRecord[]> {
  const { table } = generation
  const { rows } = await sql<{ chart: string; play_id: number; key: number; before: number }>`
    select newest.chart, newest.play_id, newest.key, old.key as before
    from (
      select chart, play_id, key from ${table('best')}
      where player = ${player}::uuid and system = ${system} and played_at > ${since}
      order by played_at desc, chart limit ${considered.newest}
    ) newest
    cross join lateral (
      select i.key from ${table('improvements')} i
      where i.chart = newest.chart and i.player = ${player}::uuid and i.system = ${system} and i.at <= ${since}
      order by i.at desc, i.play_id desc limit 1
    ) old`.execute(generation.db)
  const gains = rows
    .map((row) => ({ ...row, gain: hundredthsOf(row.key) - hundredthsOf(row.before) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || (a.chart < b.chart ? -1 : 1))
    .slice(0, considered.gains)
  const places = await placesOf(generation, { player, system, since }, gains)
  const isFirst = ({ rank, earlier }: Place) => rank === 1 && earlier?.rank !== 1
  return gains
    .flatMap(({ chart, play_id, key, before }, i) => {
      const place = places[i]
      if (!place?.earlier) return []
      const { rank, earlier } = place
      return [
        {
          first: isFirst(place),
          record: {
            chart,
            playId: play_id,
            hundredths: hundredthsOf(key),
            before: hundredthsOf(before),
            rank,
            rankBefore: earlier.rank,
          },
        },
      ]
    })
    .sort((a, b) => Number(b.first) - Number(a.first))
    .slice(0, limit)
    .map(({ record }) => record)
}
