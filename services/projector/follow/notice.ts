import type { Changes } from '@stepledger/projections/read-model.ts'
import { type Notice, noticeOfFold } from '../../platform/push/push.ts'
import type { Move } from '../fold/fence.ts'

/** The notice of a committed batch. */
export function noticeOfBatch(generation: number, moves: readonly Move[], changes: Changes): Notice {
  return noticeOfFold(generation, {
    checkpoints: moves.map(({ partition, to }) => [partition, to]),
    plays: changes.accepted.map(({ event }) => ({
      playId: event.data.playId,
      chart: event.data.chart,
      player: event.key,
    })),
    withdrawn: [...changes.withdrawn, ...changes.erased].map(({ playId, chart, player }) => ({
      playId,
      chart,
      player,
    })),
    players: [...new Set([...changes.players, ...changes.judged.map(({ player }) => player)])],
    charts: [...changes.retitled],
    packs: [...changes.packs],
  })
}
