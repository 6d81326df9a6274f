import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { type Totals, totalsOf } from '@stepledger/projections/totals.ts'
import { type PartitionState, readFoldingState } from '../../projector/generations/folding-state.ts'
import { lagSeconds } from '../../projector/generations/lag-seconds.ts'
import { ledgerSilence } from '../../projector/generations/ledger-answered.ts'
import { firstParked, type ParkedEvents } from './parked-events.ts'
import type { DiskState, StatusStore } from './status-store.ts'

export interface Status {
  readonly engine: { readonly ledger: string; readonly database: string }
  /** Null: none runs. Undefined, and absent in JSON: unknown, with DATABASE_URL. */
  readonly server:
    | { readonly url: string | null; readonly pid: number; readonly startedAt: string }
    | null
    | undefined
  readonly ledgerId: string | null
  /** Seconds since the ledger answered last; 0 if it answers, null if it does not and nobody knows for how long. */
  readonly ledgerSilentSeconds: number | null
  /** Null with an external database. */
  readonly disk: DiskState | null
  readonly codeVersion: number
  readonly generation: LiveGeneration | null
  readonly next: NextGeneration | null
  /** Earlier live generations whose tables still exist. */
  readonly kept: readonly { readonly id: number; readonly leftSecondsAgo: number }[]
  readonly partitions: readonly PartitionState[]
  readonly total: Omit<PartitionState, 'partition'>
  /** Age of the oldest event that is not folded, s. Null while the ledger does not answer, or if it is in Kafka. */
  readonly lagSeconds: number | null
}

export interface LiveGeneration extends Totals {
  readonly id: number
  readonly codeVersion: number
  readonly rules: { readonly title: string; readonly offset: number }
  readonly parked: ParkedEvents
}

/**
 * The generation being built. `folded`: number of events, of the same `total.events`. `parked`: events that it could not
 * fold. `stopped`: why its build stopped, or null.
 */
export interface NextGeneration {
  readonly id: number
  readonly codeVersion: number
  readonly rules: { readonly title: string; readonly offset: number }
  readonly folded: number
  readonly parked: number
  readonly stopped: string | null
}

export async function readStatus(store: StatusStore): Promise<Status> {
  const { database, ledger, readModels, databaseName, server } = store
  const ends = await store.readEnds()
  const state = await readFoldingState(database, async () => ends)
  const { live, next, kept, partitions, total, parked } = state
  return {
    engine: { ledger, database: databaseName },
    server,
    ledgerId: live?.ledgerId ?? null,
    ledgerSilentSeconds: ends ? 0 : rounded(await ledgerSilence(database.pool)),
    disk: await store.readDisk(),
    codeVersion,
    generation: live && {
      ...named(live),
      ...(await totalsOf(readable(live, readModels))),
      parked: { count: parked, first: await firstParked(database, live.id, 5) },
    },
    next: next && {
      ...named(next.generation),
      folded: next.folded,
      parked: next.parked,
      stopped: next.generation.stopped,
    },
    kept: kept.map(({ id, leftMsAgo }) => ({ id, leftSecondsAgo: Math.round((leftMsAgo ?? 0) / 1000) })),
    partitions,
    total,
    lagSeconds: store.readEvent && ends ? await oldest(store.readEvent, partitions) : null,
  }
}

async function oldest(
  readEvent: NonNullable<StatusStore['readEvent']>,
  partitions: readonly PartitionState[],
): Promise<number> {
  const ages = await lagSeconds(readEvent, partitions, Date.now())
  return Math.round(Math.max(0, ...ages.values()))
}

const rounded = (seconds: number | null) => seconds && Math.round(seconds)

function named({ id, codeVersion, rules, rulesOffset }: StoredGeneration) {
  return { id, codeVersion, rules: { title: rules.title, offset: rulesOffset } }
}
