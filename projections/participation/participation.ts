import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import type { Batch } from '../batch.ts'
import { copiedTable, positionColumns } from '../copied-table.ts'
import { erasedAmong } from '../erased-players.ts'
import type { TablesTx } from '../generation.ts'
import { erasuresOfBuild } from '../plays/attempts.ts'
import type { BuildTx, ReadModel } from '../read-model.ts'
import { bigint, column, key, nullable, type RowsOf, uuid } from '../table.ts'
import { valuesOf } from '../values-of.ts'
import type { WrittenColumn } from '../written-column.ts'

const participationTables = {
  /**
   * What a player was in a competition from `since` (inclusive) to `until` (exclusive), ms since 1970; null: still is.
   * A status that was changed within its millisecond has no row.
   */
  participants: {
    columns: {
      slug: key,
      player: uuid,
      since: bigint,
      until: nullable(bigint),
      status: column<ParticipationStatus>('text'),
    },
    key: ['slug', 'player', 'since'],
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof participationTables> {}
}

type Change = Batch['participations'][number]

const staged = {
  name: 'staged_participations',
  columns: [
    ...positionColumns,
    { name: 'slug', type: 'text', value: ({ slug }) => slug },
    { name: 'player', type: 'uuid', value: ({ player }) => player },
    { name: 'at', type: 'bigint', value: ({ at }) => at },
    { name: 'status', type: 'text', value: ({ status }) => status },
  ] satisfies readonly WrittenColumn<Change>[],
}

/** Who takes part in competitions, and who asked to. */
export const participation: ReadModel = {
  tables: participationTables,
  index: (schema) => `
    alter table ${schema}.participants add primary key (slug, player, since);
    create index participants_now on ${schema}.participants (slug, status, since, player) where until is null;
    create index participants_of_player on ${schema}.participants (player)`,
  async fold(into, { participations, erasures }, { privately }) {
    if (participations.length > 0) await foldChanges(into, participations)
    if (erasures.length > 0) await deleteErased(into, erasures)
    return { privately: [...new Set([...privately, ...participations.map(({ player }) => player)])] }
  },
  build: {
    staging: [staged],
    copied: (schema) => [copiedTable(schema, staged, (batch) => batch.participations)],
    finish: buildParticipants,
  },
}

interface Row extends Pick<Change, 'slug' | 'player' | 'status'> {
  readonly since: number
  readonly until: number | null
}

async function foldChanges(into: TablesTx, changes: readonly Change[]): Promise<void> {
  const { tx, schema } = into
  const erased = await erasedAmong(into, [...new Set(changes.map(({ player }) => player))])
  const stored = await tx.query<Row>({
    text: `
      select slug, player, since, until, status from ${schema}.participants
      where until is null and (slug, player) in (select * from unnest($1::text[], $2::uuid[]))`,
    values: valuesOf(changes, 'slug', 'player'),
  })
  const keyOf = ({ slug, player }: Pick<Row, 'slug' | 'player'>) => `${player} ${slug}`
  const current = new Map(stored.rows.map((row) => [keyOf(row), row]))
  const ended: Row[] = []
  for (const change of changes) {
    const { slug, player, status, at } = change
    const before = current.get(keyOf(change))
    if (erased.has(player) || before?.status === status) continue
    // Clocks of two processes may differ.
    const since = Math.max(at, before?.since ?? 0)
    if (before && before.since < since) ended.push({ ...before, until: since })
    current.set(keyOf(change), { slug, player, status, since, until: null })
  }
  await tx.query({
    text: `
      insert into ${schema}.participants (slug, player, since, until, status)
      select * from unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[])
      on conflict (slug, player, since) do update set until = excluded.until, status = excluded.status`,
    values: valuesOf([...ended, ...current.values()], 'slug', 'player', 'since', 'until', 'status'),
  })
}

async function deleteErased({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<void> {
  await tx.query({
    text: `delete from ${schema}.participants where player = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}

async function buildParticipants({ schema, run }: BuildTx): Promise<void> {
  const inOrder = 'partition by slug, player order by "offset"'
  await run([
    `insert into ${schema}.participants (slug, player, since, until, status)
     select slug, player, since, until, status
     from (
       select slug, player, status, since, lead(since) over (${inOrder}) as until
       from (
         select slug, player, status, "offset", max(at) over (${inOrder}) as since
         from (
           select s.*, lag(status) over (${inOrder}) as before from ${schema}.${staged.name} s
           where not exists (select from ${erasuresOfBuild(schema)} e where e.player = s.player)
         ) each
         where status is distinct from before
       ) changed
     ) rows
     where until is distinct from since`,
  ])
}
