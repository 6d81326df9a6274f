import type { TablesTx } from '../generation.ts'
import { accepted } from '../plays/relations.ts'
import type { Gone, ReadModel } from '../read-model.ts'
import { createStandingsTables, indexStandingsTables, standingsTables } from './tables.ts'

/**
 * The standings of events. A fold only notes whose plays changed on which chart; what follows from that is made within two seconds by the
 * projector (settle-standings.ts), for many plays at once and whenever an event's windows, charts or points change.
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
  async fold(into, _batch, { judged, withdrawn, erased }) {
    const changed = [...judged, ...withdrawn, ...erased]
    if (changed.length > 0) await note(into, changed)
  },
  // A build settles them before it switches over: they need nothing but attempts and the topic `rules`.
  build: { staging: [], copied: () => [], finish: async () => {} },
}

async function note({ tx, schema }: TablesTx, changed: readonly Gone[]): Promise<void> {
  await tx.query({
    name: `${schema}_note_for_standings_v1`,
    text: `insert into ${schema}.standings_queue (chart, player) select distinct chart, player from unnest($1::text[], $2::uuid[]) as x(chart, player)`,
    values: [changed.map(({ chart }) => chart), changed.map(({ player }) => player)],
  })
}
