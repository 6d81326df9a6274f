import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'

/**
 * Where a play is:
 * - ranked: the best of its player on at least one board
 * - beaten: counts, and better plays of its player are ranked
 * - unranked: does not count, see `reasons`
 * - wiped, withdrawn: removed, until a reinstatement or permanently
 */
type PlayPlace = 'ranked' | 'beaten' | 'unranked' | 'wiped' | 'withdrawn'

export type PlaceOfPlay = Awaited<ReturnType<typeof placesOfPlays>>[number]

/** Returns where the latest plays of a player are, on all charts or on one, latest first. */
export async function placesOfPlays(
  generation: GenerationDb,
  { player, chart }: { readonly player: string; readonly chart?: string },
  limit: number,
) {
  const { db } = generation
  const plays = await db
    .selectFrom('plays')
    .selectAll()
    .where('player', '=', player)
    .$if(chart !== undefined, (query) => query.where('chart', '=', chart ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const titles = await db
    .selectFrom('charts')
    .select(['hash', 'title'])
    .where((where) => where.eb('hash', '=', where.fn.any(where.val(plays.map(({ chart }) => chart)))))
    .execute()
  const titleOf = new Map(titles.map(({ hash, title }) => [hash, title]))
  const placeOfPlay = async (play: (typeof plays)[number]) => {
    const standings = await standingsOf(generation, { chart: play.chart, player, playId: play.id })
    const ranks = standings
      .filter(({ personalBest }) => personalBest)
      .map(({ system, rank, total }) => ({ board: boardName(generation, system), rank, total }))
    const removed = play.wipe === null ? 'withdrawn' : 'wiped'
    const counting = ranks.length > 0 ? 'ranked' : 'beaten'
    const place: PlayPlace = play.withdrawn_at !== null ? removed : play.eligible ? counting : 'unranked'
    return {
      playId: play.id,
      position: formatPosition(play),
      receivedAt: new Date(play.at).toISOString(),
      chart: { hash: play.chart, title: titleOf.get(play.chart) ?? '' },
      place,
      ranks,
      reasons: play.reasons,
      wipe: play.wipe,
    }
  }
  const places: Awaited<ReturnType<typeof placeOfPlay>>[] = []
  for (const play of plays) places.push(await placeOfPlay(play))
  return places
}

export function boardName({ rules }: Pick<GenerationDb, 'rules'>, system: number): string {
  return rules.systems.find(({ id }) => id === system)?.name ?? String(system)
}
