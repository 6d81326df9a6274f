import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { ReadModel } from '../read-model.ts'
import { valuesOf } from '../values-of.ts'
import { createTotals, indexStandingsTables, standingsTables } from './tables.ts'

/**
 * The standings of competitions. A fold only queues which players changed on which charts. The projector settles the
 * queue within two seconds (settle-standings.ts), for many plays at once and after changes of windows, charts or
 * points. A build settles them before the switch: they are derived from attempts and the topic `rules`.
 */
export const standings: ReadModel = {
  tables: standingsTables,
  alsoCreate: createTotals,
  index: indexStandingsTables,
  follow: [
    {
      write: ({ schema }, touched) =>
        `insert into ${schema}.standings_queue (chart, player, played_at) select chart, player, played_at from ${touched}`,
      skippedInBuilds: true,
    },
  ],
  async fold(into, { participations, erasures }) {
    if (participations.length > 0) await queueParticipants(into, participations)
    if (erasures.length > 0) await deleteDays(into, erasures)
    return {}
  },
}

async function queueParticipants(
  { tx, schema }: TablesTx,
  participations: Batch['participations'],
): Promise<void> {
  await tx.query({
    text: `insert into ${schema}.participants_queue (slug, player) select * from unnest($1::text[], $2::uuid[])`,
    values: valuesOf(participations, 'slug', 'player'),
  })
}

/** The daily totals of a closed competition are not recomputed. */
async function deleteDays(
  { tx, schema }: TablesTx,
  erasures: readonly { readonly player: string }[],
): Promise<void> {
  await tx.query({
    text: `delete from ${schema}.event_days where player = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}
