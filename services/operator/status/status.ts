import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { type Totals, totalsOf } from '@stepledger/projections/players/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { ownersOfKeys } from '../../accounts/players/find-player.ts'
import { readRefusals } from '../../ingest/refusals/refusals-table.ts'
import { readSizes, type SchemaSize } from '../../platform/database/schema-sizes.ts'
import { eventTime } from '../../platform/ledger/event-time.ts'
import { type PartitionState, readFoldingState } from '../../projector/generations/folding-state.ts'
import type { GenerationWithState } from '../../projector/generations/generations.ts'
import { ledgerSilence } from '../../projector/generations/ledger-answered.ts'
import { firstParked, type ParkedEvents } from '../../projector/generations/parked-events.ts'
import { type Lag, readLags } from '../../projector/generations/read-lags.ts'
import type { DiskState, ServerHealth, StatusLedger, StatusStore } from './status-store.ts'

export interface Status {
  readonly engine: { readonly ledger: string; readonly database: string }
  /** Null: none runs. Undefined, and absent in JSON: unknown, with DATABASE_URL. */
  readonly server:
    | { readonly url: string | null; readonly pid: number; readonly startedAt: string }
    | null
    | undefined
  /** State of that server, or of the one at PUBLIC_URL with an external database; null when none runs. */
  readonly answering: ServerHealth | null
  readonly ledgerId: string | null
  /** Seconds since the ledger answered last; 0 if it answers, null if it does not and since when is unknown. */
  readonly ledgerSilentSeconds: number | null
  /** Null with an external database. */
  readonly disk: DiskState | null
  /** Null with an external database or a ledger in Kafka, whose disks are elsewhere, and in the first day. */
  readonly forecast: DiskForecast | null
  readonly sizes: readonly SchemaSize[]
  readonly codeVersion: number
  readonly generation: (Generation & Totals & { readonly parked: ParkedEvents }) | null
  /**
   * The generation being built. `folded`: number of events, of the same `total.events`. `parked`: events that it could
   * not fold. `step`: what its build does after the events were copied, and for how long, ms; null before and after.
   * `stopped`: why its build stopped, or null.
   */
  readonly next:
    | (Generation & { readonly folded: number; readonly parked: number } & Pick<
          GenerationWithState,
          'step' | 'stopped'
        >)
    | null
  /** Earlier live generations whose tables still exist. */
  readonly kept: readonly { readonly id: number; readonly leftSecondsAgo: number; readonly bytes: number }[]
  readonly partitions: readonly PartitionState[]
  readonly total: Omit<PartitionState, 'partition'>
  readonly lags: readonly Lag[]
  /** Refused plays of the last seven days, most frequent first. `players`: whose key it is, if this role may read that. */
  readonly refusals: readonly (KeyRefusals & { readonly players: readonly string[] })[]
}

type Generation = ReturnType<typeof named>

/** `now`: ms since 1970. */
export async function readStatus(store: StatusStore, now: number): Promise<Status> {
  const { database, ledger, readModels, databaseName, server } = store
  // At the same time as the ledger, so that its timeout does not add up.
  const [state, sizes, disk = null, answering = null] = await Promise.all([
    readFoldingState(database, ledger.ends),
    readSizes(database),
    store.readDisk?.(),
    store.fetchServerHealth?.(),
  ])
  const { live, next, kept, partitions, total, parked } = state
  const ends = total.events === null ? null : partitions.flatMap(({ events }) => events ?? [])
  return {
    engine: { ledger: ledger.engine, database: databaseName },
    server,
    answering,
    ledgerId: live?.ledgerId ?? null,
    ledgerSilentSeconds: ends ? 0 : rounded(await ledgerSilence(database.pool)),
    disk,
    forecast:
      disk && live && ends && ledger.isInDatabase
        ? forecastDisk(disk, await readGrowth(ledger, ends, { sizes, live: live.id, now }), now)
        : null,
    sizes,
    codeVersion,
    generation: live && {
      ...named(live),
      ...(await totalsOf(readable(live, readModels))),
      parked: { count: parked, first: await firstParked(database.pool, live.id, { limit: 5 }) },
    },
    next: next && {
      ...named(next.generation),
      folded: next.folded,
      parked: next.parked,
      step: next.generation.step,
      stopped: next.generation.stopped,
    },
    kept: kept.map(({ id, leftMsAgo }) => ({
      id,
      leftSecondsAgo: Math.round((leftMsAgo ?? 0) / 1000),
      bytes: sizes.find(({ schema }) => schema === `g${id}`)?.bytes ?? 0,
    })),
    partitions,
    total,
    refusals: await refusalsWithOwners(database),
    lags: await readLags(
      database,
      ledger,
      { live: live?.id ?? null, next: next?.generation.id ?? null },
      ends,
      now,
    ),
  }
}

/** Of the keys and reasons, the most frequent. */
const shownRefusals = 50

async function refusalsWithOwners(database: StatusStore['database']): Promise<Status['refusals']> {
  const refusals = await readRefusals(database.pool, shownRefusals)
  const keys = refusals.map(({ key }) => key)
  const owners = keys.length === 0 ? null : await ownersOfKeys(database, keys)
  return refusals.map((refused) => ({ ...refused, players: owners?.get(refused.key) ?? [] }))
}

const rounded = (seconds: number | null) => seconds && Math.round(seconds)

function named({ id, codeVersion, rules, rulesOffset }: StoredGeneration) {
  return { id, codeVersion, rules: { title: rules.title, offset: rulesOffset } }
}

const dayMs = 24 * 3_600_000
/** The growth is that of the last four weeks. */
const observedMs = 28 * dayMs
/** A later day is not worth a date: ten years. */
const horizonMs = 3_650 * dayMs

/** Growth of the database, and the day on which plays are refused. Null: not within ten years. */
interface DiskForecast {
  readonly bytesPerDay: number
  readonly fullOn: string | null
}

interface Growth {
  /** Events in the ledger, and how many of them are younger than `observedMs`, or than the ledger if it is younger. */
  readonly events: number
  readonly recent: number
  /** The time in which the recent ones were appended, ms. */
  readonly withinMs: number
  /** Bytes of everything that grows with the ledger. */
  readonly bytes: number
}

/**
 * Extrapolates: each event needs as much space as those before. Null for a ledger younger than a day. `now`: ms since
 * 1970.
 */
export function forecastDisk(
  { free, needed }: Pick<DiskState, 'free' | 'needed'>,
  { events, recent, withinMs, bytes }: Growth,
  now: number,
): DiskForecast | null {
  if (withinMs < dayMs) return null
  if (recent === 0) return { bytesPerDay: 0, fullOn: null }
  const bytesPerDay = ((bytes / events) * recent * dayMs) / withinMs
  const leftMs = (Math.max(0, free - needed) / bytesPerDay) * dayMs
  return {
    bytesPerDay: Math.round(bytesPerDay),
    fullOn: leftMs > horizonMs ? null : new Date(now + leftMs).toISOString().slice(0, 10),
  }
}

/** Schemas that grow with the ledger: a generation that is kept or built does not stay. */
function growingBytes(sizes: readonly SchemaSize[], live: number): number {
  const growing = ['ledger', 'ingest', `g${live}`]
  return sum(sizes.filter(({ schema }) => growing.includes(schema)).map(({ bytes }) => bytes))
}

/**
 * Finds the events of the last four weeks by binary search in each partition, since events are appended about in the
 * order of their times: some 20 reads each.
 */
export async function readGrowth(
  ledger: Pick<StatusLedger, 'at'>,
  ends: readonly number[],
  {
    sizes,
    live,
    now,
  }: { readonly sizes: readonly SchemaSize[]; readonly live: number; readonly now: number },
): Promise<Growth> {
  const timeAt = async (partition: number, offset: number) => {
    const event = await ledger.at({ partition, offset })
    return event && eventTime(event.bytes)
  }
  const firsts = await Promise.all(ends.map((end, partition) => (end === 0 ? now : timeAt(partition, 0))))
  const since = Math.max(now - observedMs, Math.min(now, ...firsts.map((at) => at ?? now)))
  const recents = await Promise.all(
    ends.map(async (end, partition) => {
      let [low, high] = [0, end]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const at = await timeAt(partition, middle)
        if (at !== null && at < since) low = middle + 1
        else high = middle
      }
      return end - low
    }),
  )
  return { events: sum(ends), recent: sum(recents), withinMs: now - since, bytes: growingBytes(sizes, live) }
}
