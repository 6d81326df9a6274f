import type { StreamState } from '@stepledger/contracts/decider.ts'
import type { GenerationDb } from '../read-database.ts'
import { rowOf } from './streams.ts'

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
