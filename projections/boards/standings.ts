import type { Generation } from '../generation.ts'
import { of, type ReadDatabase } from '../read-database.ts'
import { percentText } from '../scoring/percent-text.ts'
import { bestsAmong, ranksOf } from './around.ts'
import { boardTotal } from './reads.ts'

/** Where a play brought its player on one board. `delta`: percent points against the best earlier counting play, null on a first one. */
export interface Standing {
  readonly system: number
  readonly rank: number
  readonly total: number
  readonly personalBest: boolean
  readonly delta: string | null
}

/** The standings of a counting play in every system; none when it does not count. */
export async function standingsOf(
  db: ReadDatabase,
  generation: Generation,
  play: { chart: string; player: string; playId: number },
): Promise<Standing[]> {
  const tables = of(db, generation)
  const attempts = await tables
    .selectFrom('attempts')
    .select(['play_id', 'at', 'hundredths'])
    .where('chart', '=', play.chart)
    .where('player', '=', play.player)
    .where('counts', '=', true)
    .execute()
  const own = attempts.find((attempt) => attempt.play_id === play.playId)
  if (!own) return []
  const earlier = attempts.filter((a) => a.at < own.at || (a.at === own.at && a.play_id < own.play_id))
  const bests = await bestsAmong(db, generation, play.chart, [play.player])
  const ranks = await ranksOf(db, generation, play.chart, bests)
  const total = await boardTotal(db, generation, play.chart)
  return generation.rules.systems.flatMap((system, i) => {
    const nth = bests.findIndex((best) => best.system === system.id)
    const [best, rank] = [bests[nth], ranks[nth]]
    if (best === undefined || rank === undefined) return []
    return [
      {
        system: system.id,
        rank,
        total,
        personalBest: best.play_id === play.playId,
        delta: difference(
          own.hundredths[i] ?? 0,
          earlier.map((a) => a.hundredths[i] ?? 0),
        ),
      },
    ]
  })
}

function difference(hundredths: number, earlier: readonly number[]): string | null {
  if (earlier.length === 0) return null
  const delta = hundredths - Math.max(...earlier)
  return `${delta < 0 ? '-' : '+'}${percentText(Math.abs(delta))}`
}
