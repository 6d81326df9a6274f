import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
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

export interface PlaceOfPlay {
  readonly playId: number
  readonly position: string
  readonly receivedAt: string
  readonly chart: { readonly hash: string; readonly title: string }
  readonly place: PlayPlace
  readonly ranks: readonly { readonly board: string; readonly rank: number; readonly total: number }[]
  readonly reasons: readonly BoardReason['code'][]
  readonly wipe: string | null
}

/** Returns where the latest plays of a player are, on all charts or on one, latest first. */
export async function placesOfPlays(
  generation: GenerationDb,
  { player, chart }: { readonly player: string; readonly chart?: string },
  limit: number,
): Promise<PlaceOfPlay[]> {
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
  const places: PlaceOfPlay[] = []
  for (const play of plays) {
    const standings = await standingsOf(generation, { chart: play.chart, player, playId: play.id })
    const ranks = standings
      .filter(({ personalBest }) => personalBest)
      .map(({ system, rank, total }) => ({ board: boardName(generation, system), rank, total }))
    const wipe = play.wipe ?? null
    places.push({
      playId: play.id,
      position: formatPosition(play),
      receivedAt: new Date(play.at).toISOString(),
      chart: { hash: play.chart, title: titleOf.get(play.chart) ?? '' },
      place: placeOf({ withdrawn: play.withdrawn_at !== null, wipe, eligible: play.eligible, ranks }),
      ranks,
      reasons: play.reasons,
      wipe,
    })
  }
  return places
}

function placeOf(play: {
  readonly withdrawn: boolean
  readonly wipe: string | null
  readonly eligible: boolean
  readonly ranks: readonly unknown[]
}): PlayPlace {
  if (play.withdrawn) return play.wipe === null ? 'withdrawn' : 'wiped'
  if (!play.eligible) return 'unranked'
  return play.ranks.length > 0 ? 'ranked' : 'beaten'
}

export function boardName({ rules }: Pick<GenerationDb, 'rules'>, system: number): string {
  return rules.systems.find(({ id }) => id === system)?.name ?? String(system)
}
