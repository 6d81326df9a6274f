import type { Batch } from '../batch.ts'
import type { Tables, TablesTx } from '../generation.ts'
import type { ReadModel } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { deleteOfErased, fillPassings, recomputeOfPlays, recomputeOfRivals } from './passings.ts'
import { indexNotificationsTables, notificationsTables } from './tables.ts'

/** Locked by batches that change rivals, or plays of players whom they do not name. */
const relations = 'rivals'

/**
 * What happened to players without them: by which plays rivals passed them. Other notifications are read from the models
 * that have them (reads.ts).
 */
export const notifications: ReadModel = {
  tables: notificationsTables,
  index: indexNotificationsTables,
  // Passings follow plays and rivals, which are in different partitions. The model of players locks followed players.
  shared: (_into, { plays, withdrawals, rivals, packs }) => [
    ...plays.map(({ event }) => event.key),
    ...withdrawals.map(({ player }) => player),
    ...(rivals.length > 0 || packs.length > 0 ? [relations] : []),
  ],
  addPlays: { parameters: 0, values: () => [], sql: playsAmongRivals },
  async fold(
    into,
    { rivals, erasures },
    { accepted, amongRivals, judged, withdrawn, reinstated, erased, privately },
  ) {
    const compared = new Set(amongRivals)
    const added = accepted.filter(({ event }) => compared.has(event.data.playId))
    const changed = [...judged, ...withdrawn, ...reinstated, ...erased]
    const passed = await followPlays(into, [
      ...added.map(({ event: { key, at, data } }) => ({ player: key, chart: data.chart, since: at })),
      ...changed.map(({ player, chart }) => ({ player, chart, since: 0 })),
    ])
    if (rivals.length > 0) await followRivals(into, rivals)
    if (erasures.length > 0) await erasePassings(into, erasures)
    const followed = rivals.filter(({ follows }) => follows).map(({ rival }) => rival)
    return { privately: [...new Set([...privately, ...passed, ...followed])] }
  },
  build: {
    staging: [],
    copied: () => [],
    finish: ({ schema, rules, run }) => run([fillPassings({ schema, rules })]),
  },
}

/**
 * The common table expression `among_rivals`: the new plays whose players have rivals or are rivals, which alone can
 * change passings. The lateral keeps it two index lookups for each play.
 */
function playsAmongRivals({ schema }: Tables): string {
  return `
    among_rivals as (
      select a.id from accepted a
      cross join lateral (
        select from (
          select from ${schema}.rivals f where f.player = a.player
          union all
          select from ${schema}.rivals f where f.rival = a.player
        ) related limit 1
      ) related
      where a.eligible
    )`
}

interface Touched {
  readonly player: string
  readonly chart: string
  readonly since: number
}

/** Returns the players with new or changed passings. */
async function followPlays(into: TablesTx, touched: readonly Touched[]): Promise<string[]> {
  if (touched.length === 0) return []
  const { rows } = await into.tx.query<{ player: string }>({
    name: `${into.schema}_passings_of_plays_v1`,
    text: recomputeOfPlays(into),
    values: valuesOf(touched, 'chart', 'player', 'since'),
  })
  return rows.map(({ player }) => player)
}

async function followRivals(into: TablesTx, rivals: Batch['rivals']): Promise<void> {
  await into.tx.query({
    name: `${into.schema}_passings_of_rivals_v1`,
    text: recomputeOfRivals(into),
    values: valuesOf(rivals, 'player', 'rival'),
  })
}

async function erasePassings(into: TablesTx, erasures: Batch['erasures']): Promise<void> {
  await into.tx.query({
    name: `${into.schema}_erase_passings_v1`,
    text: deleteOfErased(into),
    values: [erasures.map(({ player }) => player)],
  })
}
