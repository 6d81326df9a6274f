import type { FoldEvent, Placed } from '@stepledger/projections/batch.ts'
import type { Folded } from '@stepledger/projections/fold.ts'
import type { Notice } from '../platform/push/push.ts'
import type { Move } from './fence.ts'

/** What others are told of a committed batch. */
export function noticeOf(
  generation: number,
  moves: readonly Move[],
  folded: Folded,
  events: readonly Placed<FoldEvent>[],
): Notice {
  return {
    kind: 'folded',
    generation,
    checkpoints: moves.map(({ partition, to }) => [partition, to]),
    plays: folded.accepted.map(({ event }) => ({
      playId: event.data.playId,
      chart: event.data.chart,
      player: event.key,
    })),
    withdrawn: [...folded.withdrawn, ...folded.erased].map(({ playId, chart, player }) => ({
      playId,
      chart,
      player,
    })),
    players: [...new Set(events.flatMap(({ event }) => playerOf(event)))],
    charts: [...folded.retitled],
  }
}

function playerOf(event: FoldEvent): string[] {
  const ofPlayer = ['RivalAdded', 'RivalRemoved', 'PlayerErased']
  return ofPlayer.includes(event.type) ? [event.key] : []
}
