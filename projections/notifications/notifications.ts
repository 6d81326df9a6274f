import type { TablesTx } from '../generation.ts'
import type { ReadModel } from '../read-model.ts'
import { bigint, key, type RowsOf, smallint, uuid } from '../table.ts'
import { valuesOf } from '../values-of.ts'
import { passings, recomputeOfRivals } from './passings.ts'

const notificationsTables = {
  /**
   * A play by which a rival got ahead of a player on a board: received since the player follows the rival, an improvement
   * of the rival, above the best of the player's counting plays received before it, where the rival was behind that best
   * or had no score. `key`: of the play; `own_key`: of that best (rank-key.ts). `at`: when the play was received,
   * ms since 1970.
   */
  passings: {
    columns: {
      player: uuid,
      play_id: bigint,
      system: smallint,
      at: bigint,
      rival: uuid,
      chart: key,
      key: bigint,
      own_key: bigint,
    },
    key: ['player', 'play_id', 'system'],
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof notificationsTables> {}
}

/** Locked by batches that change rivals, or plays of players whom they do not name. */
const relations = 'rivals'

/**
 * What happened to players without them: by which plays rivals passed them. Other notifications are read from the models
 * that have them (reads.ts).
 */
export const notifications: ReadModel = {
  tables: notificationsTables,
  /** `passings_of_player` gives a player's list, latest first; `passings_by_rival` what a fold computes again. */
  index: (schema) => `
    alter table ${schema}.passings add primary key (player, play_id, system);
    create index passings_of_player on ${schema}.passings (player, system, at desc);
    create index passings_by_rival on ${schema}.passings (rival, player, chart)`,
  // Passings follow plays and rivals, which are in different partitions. The model of players locks followed players.
  shared: (_into, { plays, withdrawals, rivals, packs }) => [
    ...plays.map(({ event }) => event.key),
    ...withdrawals.map(({ player }) => player),
    ...(rivals.length > 0 || packs.length > 0 ? [relations] : []),
  ],
  follow: [passings],
  async fold(into, { rivals, erasures }, { privately }) {
    const passed = rivals.length > 0 ? await followRivals(into, rivals) : []
    if (erasures.length > 0) await deleteOfErased(into, erasures)
    const followed = rivals.filter(({ follows }) => follows).map(({ rival }) => rival)
    return { privately: [...new Set([...privately, ...passed, ...followed])] }
  },
}

type Pair = Record<'player' | 'rival', string>

/** Returns the players with new or changed passings. */
async function followRivals(into: TablesTx, rivals: readonly Pair[]): Promise<string[]> {
  const { rows } = await into.tx.query<{ player: string }>({
    text: recomputeOfRivals(into),
    values: valuesOf(rivals, 'player', 'rival'),
  })
  return rows.map(({ player }) => player)
}

async function deleteOfErased(
  { tx, schema }: TablesTx,
  erasures: readonly Pick<Pair, 'player'>[],
): Promise<void> {
  await tx.query({
    text: `delete from ${schema}.passings where player = any($1::uuid[]) or rival = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}
