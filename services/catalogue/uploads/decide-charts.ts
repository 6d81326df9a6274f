import { randomUUID } from 'node:crypto'
import { chartSourcesDecided } from '@stepledger/contracts/events/chart-sources-decided.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { WaitingChart } from '@stepledger/contracts/packs/waiting-chart.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { partitionOf } from '../../platform/ledger/partition-of.ts'

interface ChartDecision {
  readonly packId: number
  readonly accepted: boolean
  /** The deciding player; null for an operator. */
  readonly by: string | null
  readonly charts: readonly Pick<WaitingChart, 'songId' | 'hash' | 'content'>[]
  /** Ms since 1970. */
  readonly at: number
}

/** Charts per event: a pack may have thousands, and the size of events is limited. */
const chartsPerEvent = 2_000

/** Appends the acceptance or rejection of waiting charts of a pack. Returns the position of the last event. */
export async function decideChartsOf(
  ledger: Pick<Ledger, 'append'>,
  { packId, accepted, by, charts, at }: ChartDecision,
): Promise<Position> {
  const key = String(packId)
  let position: Position | null = null
  for (let from = 0; from < charts.length; from += chartsPerEvent) {
    const sources = charts
      .slice(from, from + chartsPerEvent)
      .map(({ songId, hash, content }) => ({ songId, hash, content }))
    const data = { packId, accepted, by, sources }
    const bytes = encodeEvent(chartSourcesDecided, { id: randomUUID(), at, key, data })
    position = await ledger.append('events', { key, bytes })
  }
  if (!position) throw new Error('no chart to decide about')
  return position
}

/**
 * Returns the last position in the partition of a pack, null if it is empty. Once this is folded, so is every decision
 * about the pack that was appended before.
 */
export async function lastPositionOf(
  ledger: Pick<Ledger, 'ends' | 'partitions'>,
  packId: number,
): Promise<Position | null> {
  const partition = partitionOf(ledger.partitions.events, String(packId))
  const end = (await ledger.ends('events'))[partition] ?? 0
  return end === 0 ? null : { partition, offset: end - 1 }
}

/** Equal for the same version of the same chart of a song. */
export function keyOfWaiting({ songId, hash, content }: Pick<WaitingChart, 'songId' | 'hash' | 'content'>) {
  return `${songId} ${hash} ${content}`
}
