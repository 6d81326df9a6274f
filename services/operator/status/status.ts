import { codeVersion } from '@stepledger/projections/code-version.ts'
import { type Totals, totalsOf } from '@stepledger/projections/totals.ts'
import { readCheckpoints } from '../../platform/generations/checkpoints.ts'
import { readGenerations } from '../../platform/generations/generations.ts'
import { readLiveGeneration } from '../../platform/generations/live-generation.ts'
import { beginningOf } from '../../platform/ledger/rules-in-force.ts'
import type { Store } from '../store.ts'
import { type ParkedEvents, parkedEvents } from './parked-events.ts'

export interface Status {
  readonly engine: { readonly ledger: string; readonly database: string }
  /** Null: none runs. Undefined, and absent in JSON: with DATABASE_URL nobody knows. */
  readonly server:
    | { readonly url: string | null; readonly pid: number; readonly startedAt: string }
    | null
    | undefined
  readonly ledgerId: string | null
  readonly codeVersion: number
  readonly generation: LiveGeneration | null
  readonly next: NextGeneration | null
  /** Generations that were live before: the tables are there still. */
  readonly kept: readonly { readonly id: number; readonly leftSecondsAgo: number }[]
  readonly partitions: readonly PartitionStatus[]
  readonly total: Omit<PartitionStatus, 'partition'>
}

export interface LiveGeneration extends Totals {
  readonly id: number
  readonly codeVersion: number
  readonly rules: { readonly title: string; readonly offset: number }
  readonly parked: ParkedEvents
}

/** The generation that is to become live. `folded`: events, as of the same `total.events`. `stopped`: why it does not go on, or null. */
export interface NextGeneration {
  readonly id: number
  readonly codeVersion: number
  readonly rules: { readonly title: string; readonly offset: number }
  readonly folded: number
  readonly stopped: string | null
}

/** `events`: in the ledger. `folded`: in the read models. `lag`: what is still to be folded. */
export interface PartitionStatus {
  readonly partition: number
  readonly events: number
  readonly folded: number
  readonly lag: number
}

export async function readStatus(store: Store): Promise<Status> {
  const { database, ledger, readModels, databaseName, server } = store
  const live = await readLiveGeneration(database)
  // The checkpoint first: read later, the ends are never behind it.
  const checkpoint = live ? await readCheckpoints(database.pool, live.id) : []
  const generations = await readGenerations(database.pool)
  const next = generations.find(({ state }) => state === 'next') ?? null
  const ends = await ledger.ends('events')
  const { created } = await beginningOf(ledger)
  const partitions = ends.map((events, partition) => {
    const folded = checkpoint[partition] ?? 0
    return { partition, events, folded, lag: events - folded }
  })
  const sum = (of: 'events' | 'folded' | 'lag') => partitions.reduce((total, p) => total + p[of], 0)
  return {
    engine: { ledger: ledger.engine, database: databaseName },
    server,
    ledgerId: created?.ledgerId ?? null,
    codeVersion,
    generation: live && {
      id: live.id,
      codeVersion: live.codeVersion,
      rules: { title: live.rules.title, offset: live.rulesOffset },
      ...(await totalsOf(readModels, live)),
      parked: await parkedEvents(database, live.id, 5),
    },
    next: next && {
      id: next.id,
      codeVersion: next.codeVersion,
      rules: { title: next.rules.title, offset: next.rulesOffset },
      folded: (await readCheckpoints(database.pool, next.id)).reduce((total, offset) => total + offset, 0),
      stopped: next.stopped,
    },
    kept: generations
      .filter(({ state }) => state === 'kept')
      .map(({ id, leftMsAgo }) => ({ id, leftSecondsAgo: Math.round((leftMsAgo ?? 0) / 1000) })),
    partitions,
    total: { events: sum('events'), folded: sum('folded'), lag: sum('lag') },
  }
}
