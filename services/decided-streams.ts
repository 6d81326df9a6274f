import { participation } from '@stepledger/contracts/competition/participation.ts'
import type { StreamState } from '@stepledger/contracts/decider.ts'
import { chartSources } from '@stepledger/contracts/packs/chart-sources.ts'
import { pack } from '@stepledger/contracts/packs/pack.ts'
import { rivals } from '@stepledger/contracts/rivals/rivals.ts'
import { withdrawal } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { readStreams, type StatesOf } from '@stepledger/projections/streams/streams.ts'
import { StreamBusyError } from './platform/decisions/handle.ts'
import { type Ledger, partitionOf } from './platform/ledger/ledger.ts'

interface Deps {
  readonly ledger: Pick<Ledger, 'ends' | 'partitions'>
  /** The live generation; null before the first one. */
  live(): Promise<GenerationDb | null>
  /** Whether the live generation has folded everything before these offsets, one a partition, within a short time. */
  foldedUpTo(ends: readonly number[]): Promise<boolean>
}

/** The streams of the topic `events` whose states are read from the live generation, for `handle`. */
export function decidedStreams({ ledger, live, foldedUpTo }: Deps) {
  const withStates = <State extends StreamState, Kind extends StatesOf<State>>(
    kind: Kind & StatesOf<State>,
  ) => ({
    ...kind,
    async read(streams: readonly string[]): Promise<State[]> {
      const behind = () => new StreamBusyError(`${kind.name}: the read models are behind the ledger`)
      const ends = await ledger.ends('events')
      const partitions = new Set(
        streams.map((stream) => partitionOf(ledger.partitions.events, kind.eventKeyOf(stream))),
      )
      if (!(await foldedUpTo(ends.map((end, partition) => (partitions.has(partition) ? end : 0)))))
        throw behind()
      const generation = await live()
      // An older release has no states of streams.
      if (generation?.codeVersion !== codeVersion) throw behind()
      return readStreams(generation, kind, streams)
    },
  })
  return {
    rivals: withStates(rivals),
    participation: withStates(participation),
    withdrawal: withStates(withdrawal),
    pack: withStates(pack),
    chartSources: withStates(chartSources),
  }
}

export type DecidedStreams = ReturnType<typeof decidedStreams>
