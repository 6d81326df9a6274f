import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import { rivalAdded } from '@stepledger/contracts/events/rival-added.ts'
import { rivalRemoved } from '@stepledger/contracts/events/rival-removed.ts'
import { LRUCache } from 'lru-cache'
import type { NewEvent } from '../../platform/ledger/ledger.ts'
import { seededChart } from './chart.ts'
import { seededPlayer } from './crowd.ts'
import type { HistoryEvent } from './history.ts'
import { playEvent } from './play-event.ts'
import type { Seeding } from './seeding.ts'

/** Makes events of deeds. Charts and players are remembered: to make one takes as long as a play. */
export function eventMaker({ seed, after }: Seeding) {
  const charts = new LRUCache<number, ReturnType<typeof seededChart>>({
    max: 2_000,
    memoMethod: (n) => seededChart(seed, n),
  })
  const players = new LRUCache<number, ReturnType<typeof seededPlayer>>({
    max: 50_000,
    memoMethod: (n) => seededPlayer(seed, n),
  })

  /** `idOf`: the id of the nth play of this history. */
  return (deed: HistoryEvent, idOf: (play: number) => number): NewEvent => {
    const player = players.memo(deed.player)
    const { id: key } = player
    const { at } = deed
    switch (deed.kind) {
      case 'play': {
        const playId = idOf(deed.play)
        const bytes = playEvent({
          deed,
          player,
          chart: charts.memo(deed.chart),
          playId,
          seeds: [seed, after],
        })
        return { key, bytes }
      }
      case 'withdraw': {
        const playId = idOf(deed.play)
        const reason = deed.by === 'operator' ? 'played with a keyboard' : null
        const data = { playId, by: deed.by, reason }
        return { key, bytes: encodeEvent(playWithdrawn, { id: `withdrawal-${playId}`, at, key, data }) }
      }
      case 'follow':
      case 'unfollow': {
        const type = deed.kind === 'follow' ? rivalAdded : rivalRemoved
        const rivalId = players.memo(deed.rival).id
        return {
          key,
          bytes: encodeEvent(type, { id: `${deed.kind}-${at}-${key}`, at, key, data: { rivalId } }),
        }
      }
    }
  }
}
