import type { TablesTx } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import type { ChangedPlay, ReadModel } from '../read-model.ts'
import { createStandingsTables, indexStandingsTables, standingsTables } from './tables.ts'

/**
 * The standings of events. A fold only notes whose plays changed on which chart; what follows from that is made within
 * two seconds by the projector (settle-standings.ts), for many plays at once and whenever an event's windows, charts or
 * points change.
 */
export const standings: ReadModel = {
  tables: standingsTables,
  create: createStandingsTables,
  index: indexStandingsTables,
  shared: () => [],
  addPlays: {
    parameters: 0,
    values: () => [],
    sql: ({ schema }) =>
      `noted as (insert into ${schema}.standings_queue (chart, player) select chart, player from ${accepted})`,
  },
  async fold(into, { erasures }, { judged, withdrawn, erased }) {
    const changed = [...judged, ...withdrawn, ...erased]
    if (changed.length > 0) await note(into, changed)
    if (erasures.length > 0) await forgetDays(into, erasures)
  },
  // A build settles them before it switches over: they need nothing but attempts and the topic `rules`.
  build: { staging: [], copied: () => [], finish: async () => {} },
}

async function note({ tx, schema }: TablesTx, changed: readonly ChangedPlay[]): Promise<void> {
  await tx.query({
    name: `${schema}_note_for_standings_v1`,
    text: `insert into ${schema}.standings_queue (chart, player) select distinct chart, player from unnest($1::text[], $2::uuid[]) as x(chart, player)`,
    values: [changed.map(({ chart }) => chart), changed.map(({ player }) => player)],
  })
}

/** Days are made once a day only: an erased player is not to wait for it. */
async function forgetDays(
  { tx, schema }: TablesTx,
  erasures: readonly { readonly player: string }[],
): Promise<void> {
  await tx.query({
    name: `${schema}_forget_event_days_v1`,
    text: `delete from ${schema}.event_days where player = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}
