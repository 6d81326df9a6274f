import type { TablesTx } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import type { ChangedPlay, ReadModel } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { createTotals, indexStandingsTables, standingsTables } from './tables.ts'

/**
 * The standings of competitions. A fold only queues which players changed on which charts. The projector settles the
 * queue within two seconds (settle-standings.ts), for many plays at once and after changes of windows, charts or
 * points.
 */
export const standings: ReadModel = {
  tables: standingsTables,
  alsoCreate: createTotals,
  index: indexStandingsTables,
  shared: () => [],
  addPlays: {
    parameters: 0,
    values: () => [],
    sql: ({ schema }) =>
      `queued as (insert into ${schema}.standings_queue (chart, player, played_at) select chart, player, played_at from ${accepted})`,
  },
  async fold(into, { erasures }, { judged, withdrawn, reinstated, erased }) {
    const changed = [...judged, ...withdrawn, ...reinstated, ...erased]
    if (changed.length > 0) await queueChanges(into, changed)
    if (erasures.length > 0) await deleteDays(into, erasures)
    return {}
  },
  // A build settles them before the switch: they are derived from attempts and the topic `rules`.
  build: { staging: [], copied: () => [], finish: async () => {} },
}

async function queueChanges({ tx, schema }: TablesTx, changed: readonly ChangedPlay[]): Promise<void> {
  await tx.query({
    name: `${schema}_note_for_standings_v2`,
    text: `
      insert into ${schema}.standings_queue (chart, player, played_at)
      select chart, player, min(played_at) from unnest($1::text[], $2::uuid[], $3::bigint[]) as x(chart, player, played_at)
      group by chart, player`,
    values: valuesOf(changed, 'chart', 'player', 'playedAt'),
  })
}

/** The daily totals of a closed competition are not recomputed. */
async function deleteDays(
  { tx, schema }: TablesTx,
  erasures: readonly { readonly player: string }[],
): Promise<void> {
  await tx.query({
    name: `${schema}_forget_event_days_v1`,
    text: `delete from ${schema}.event_days where player = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}
