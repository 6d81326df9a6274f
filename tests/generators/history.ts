import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import { defaultPartitions } from '@stepledger/contracts/ledger/topic.ts'
import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import fc from 'fast-check'
import { type Action, anyAction } from './history-actions.ts'
import { eventOf } from './history-events.ts'

/** The partitions of the packs' events. */
const packPartitions = [1, 4, 7] as const

/**
 * The events of each partition in ledger order. Histories have few players and few charts, so that collisions are
 * frequent: equal scores, equal times, resends, withdrawals, erasures, packs with the same charts.
 */
export const history: fc.Arbitrary<Positioned[][]> = historyOfCrowd(0)

/**
 * A history whose players and play ids differ from those of other crowds, so that several histories fit into one
 * ledger. `least`: minimum number of actions.
 */
export function historyOfCrowd(crowd: number, least = 1): fc.Arbitrary<Positioned[][]> {
  return fc.array(anyAction, { minLength: least, maxLength: 40 }).map((actions) => historyOf(crowd, actions))
}

function historyOf(crowd: number, actions: readonly Action[]): Positioned[][] {
  const partitions: Positioned[][] = Array.from({ length: defaultPartitions }, () => [])
  const submitted = new Map<number, number[]>()
  const songs = new Map<number, SongProcessed['data'][]>()
  actions.forEach((action, i) => {
    const event = eventOf(crowd, action, i, submitted, songs)
    if (!event) return
    const partition = 'pack' in action ? (packPartitions[action.pack] ?? 0) : action.player * 3
    const events = partitions[partition]
    events?.push({ partition, offset: events.length, event })
  })
  return partitions
}

/** What each player became last in the competition of the histories. */
export function statusesIn(partitions: readonly (readonly Positioned[])[]): Map<string, ParticipationStatus> {
  return new Map(
    partitions
      .flat()
      .flatMap(({ event: { key, type, data } }) =>
        type === 'EventParticipationChanged' ? [[key, data.to]] : [],
      ),
  )
}
