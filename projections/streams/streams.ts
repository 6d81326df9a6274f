import { streamKinds } from '@stepledger/contracts/decided-streams.ts'
import type { StreamState } from '@stepledger/contracts/decider.ts'
import { digestOf } from '@stepledger/contracts/digest.ts'
import { decodeEvent, encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Batch, Positioned } from '../batch.ts'
import { copiedTable, positionColumns } from '../copied-table.ts'
import type { TablesTx } from '../generation.ts'
import type { GenerationDb } from '../read-database.ts'
import type { BuildTx, ReadModel } from '../read-model.ts'
import { column, key, type RowsOf } from '../table.ts'
import type { WrittenColumn } from '../written-column.ts'

const streamsTables = {
  /** The state of each stream (contracts/decider.ts). `stream`: digest of its kind and key. */
  streams: {
    columns: { stream: key, state: column<StreamState>('jsonb') },
    // From the start: a build reads states too.
    more: ['primary key (stream)'],
    key: ['stream'],
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof streamsTables> {}
}

/** The events of a build that belong to streams, in CBOR: few compared to plays. */
const stagedDecisions = {
  name: 'staged_decisions',
  columns: [
    ...positionColumns,
    { name: 'event', type: 'bytea', value: ({ event }) => `\\x${encodeAnyEvent(event).toString('hex')}` },
  ] satisfies readonly WrittenColumn<Positioned>[],
}

/**
 * The states of the streams on which decisions are taken. The first model: the others ignore events that were decided on
 * an outdated state (`withoutOutdated`).
 */
export const streams: ReadModel = {
  tables: streamsTables,
  build: {
    staging: [stagedDecisions],
    copied: (schema) => [copiedTable(schema, stagedDecisions, (batch) => batch.decisions)],
    finish: buildStreams,
  },
}

/** Brings the streams of a batch up to date, and returns the batch without the events that no model may fold. */
export async function withoutOutdated(into: TablesTx, batch: Batch): Promise<Batch> {
  if (batch.decisions.length === 0) return batch
  const outdated = await foldStreams(into, batch.decisions)
  if (outdated.length === 0) return batch
  const ignored = new Set(outdated.map(placeOf))
  const remaining = <T extends Position>(list: readonly T[]) =>
    list.filter((item) => !ignored.has(placeOf(item)))
  return {
    ...batch,
    withdrawals: remaining(batch.withdrawals),
    rivals: remaining(batch.rivals),
    participations: remaining(batch.participations),
    erasures: remaining(batch.erasures),
    packs: remaining(batch.packs),
  }
}

const placeOf = ({ partition, offset }: Position) => `${partition}:${offset}`

/** Applies events to their streams, in order. Returns the positions of those that were decided on outdated states. */
async function foldStreams(
  { tx, schema }: TablesTx,
  events: readonly Positioned[],
): Promise<readonly Position[]> {
  const placed = events.flatMap(({ partition, offset, event }) =>
    streamKinds.flatMap((kind) => {
      const stream = kind.streamOf(event)
      return stream === null ? [] : [{ partition, offset, event, kind, stream: rowOf(kind, stream) }]
    }),
  )
  const states = await storedStates({ tx, schema }, [...new Set(placed.map(({ stream }) => stream))])
  const outdated: Position[] = []
  for (const { partition, offset, event, kind, stream } of placed) {
    const { state, isOutdated } = kind.after(states.get(stream), event, offset)
    states.set(stream, state)
    if (isOutdated) outdated.push({ partition, offset })
  }
  await tx.query({
    text: `
      insert into ${schema}.streams as s (stream, state)
      select * from unnest($1::text[], $2::jsonb[]) as x(stream, state) order by stream
      on conflict (stream) do update set state = excluded.state where s.state <> excluded.state`,
    values: [[...states.keys()], [...states.values()].map((state) => JSON.stringify(state))],
  })
  return outdated
}

async function storedStates(
  { tx, schema }: Pick<TablesTx, 'tx' | 'schema'>,
  rows: readonly string[],
): Promise<Map<string, unknown>> {
  const stored = await tx.query<{ stream: string; state: unknown }>({
    text: `select stream, state from ${schema}.streams where stream = any($1::text[])`,
    values: [rows],
  })
  return new Map(stored.rows.map(({ stream, state }) => [stream, state]))
}

function rowOf({ name }: Pick<(typeof streamKinds)[number], 'name'>, stream: string): string {
  return digestOf('stream', `${name} ${stream}`)
}

/** Events folded at a time. */
const chunkSize = 500

/** Folds the staged events, and deletes the outdated ones from all staging tables. */
async function buildStreams(build: BuildTx): Promise<void> {
  const { tx, schema, run } = build
  await tx.query({
    text: `declare decisions no scroll cursor for
      select partition, "offset", event from ${schema}.${stagedDecisions.name} order by 1, 2`,
  })
  const outdated: Position[] = []
  for (;;) {
    const { rows } = await tx.query<Position & { event: Buffer }>({
      text: `fetch ${chunkSize} from decisions`,
    })
    const events = rows.flatMap(({ event: bytes, ...at }) => {
      const event = decodeEvent(bytes)
      return event ? [{ ...at, event }] : []
    })
    outdated.push(...(await foldStreams(build, events)))
    if (rows.length < chunkSize) break
  }
  await tx.query({ text: 'close decisions' })
  if (outdated.length === 0) return
  await run(['create temp table outdated (partition smallint, "offset" bigint) on commit drop'])
  await tx.query({
    text: 'insert into outdated select * from unnest($1::smallint[], $2::bigint[])',
    values: [outdated.map(({ partition }) => partition), outdated.map(({ offset }) => offset)],
  })
  await run(
    ['staged_withdrawals', 'staged_erasures', 'staged_rivals', 'staged_participations', 'staged_packs'].map(
      (staged) =>
        `delete from ${schema}.${staged} s using outdated o where (s.partition, s."offset") = (o.partition, o."offset")`,
    ),
  )
}

/** What a kind of streams says about its states. */
export interface StatesOf<State extends StreamState> {
  readonly name: string
  readonly state: { parse(stored: unknown): State }
  readonly decider: { readonly initial: State }
  eventKeyOf(stream: string): string
}

/** The states of some streams of a kind, in this order; the initial one of a stream without events. */
export async function readStreams<State extends StreamState>(
  { db }: GenerationDb,
  kind: StatesOf<State>,
  names: readonly string[],
): Promise<State[]> {
  const rows = names.map((stream) => rowOf(kind, stream))
  const stored = await db
    .selectFrom('streams')
    .select(['stream', 'state'])
    .where('stream', 'in', rows)
    .execute()
  const states = new Map(stored.map(({ stream, state }) => [stream, kind.state.parse(state)]))
  return rows.map((row) => states.get(row) ?? kind.decider.initial)
}
