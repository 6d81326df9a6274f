import type { Generation } from './generation.ts'
import { of, type ReadDatabase } from './read-database.ts'

/** Plays that are kept and not withdrawn, the charts they were played on, the players who played them. */
export interface Totals {
  readonly plays: number
  readonly charts: number
  readonly players: number
}

/** Adds up kept counts: the cost grows with charts and players, not with plays. */
export async function totalsOf(db: ReadDatabase, generation: Generation): Promise<Totals> {
  const tables = of(db, generation)
  const charts = await tables
    .selectFrom('charts')
    .select((select) => select.fn.countAll<number>().as('charts'))
    .where('plays', '>', 0)
    .executeTakeFirstOrThrow()
  const played = await tables
    .selectFrom('players')
    .select((select) => [
      select.fn.countAll<number>().as('players'),
      select.fn.coalesce(select.fn.sum<number>('plays'), select.lit(0)).as('plays'),
    ])
    .where('plays', '>', 0)
    .executeTakeFirstOrThrow()
  return { plays: Number(played.plays), charts: Number(charts.charts), players: Number(played.players) }
}
