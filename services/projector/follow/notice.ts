import type { ChangedPlay, Changes } from '@stepledger/projections/read-model.ts'
import { type Notice, noticeOfFold } from '../../platform/push/push.ts'
import type { Move } from '../fold/fence.ts'

export function noticeOfBatch(generation: number, moves: readonly Move[], changes: Changes): Notice {
  // A play that was withdrawn and reinstated by one batch is fetched again, whichever was last.
  const reinstated = new Set(changes.reinstated.map(({ playId }) => playId))
  return noticeOfFold(generation, {
    checkpoints: moves.map(({ partition, to }) => [partition, to]),
    plays: changes.accepted.map(({ event }) => ({
      playId: event.data.playId,
      chart: event.data.chart,
      player: event.key,
    })),
    withdrawn: [...changes.withdrawn.filter(({ playId }) => !reinstated.has(playId)), ...changes.erased].map(
      playOf,
    ),
    reinstated: changes.reinstated.map(playOf),
    players: [...new Set([...changes.players, ...changes.judged.map(({ player }) => player)])],
    privately: [...changes.privately],
    charts: [...changes.retitled],
    packs: [...changes.packs],
  })
}

function playOf({ playId, chart, player }: ChangedPlay) {
  return { playId, chart, player }
}
