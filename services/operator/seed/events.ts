import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded, rivalRemoved } from '@stepledger/contracts/rivals/events.ts'
import { playWithdrawn } from '@stepledger/contracts/withdrawal/events.ts'
import { LRUCache } from 'lru-cache'
import type { NewEvent } from '../../platform/ledger/ledger.ts'
import { seededChart } from './chart.ts'
import type { HistoryEvent } from './history.ts'
import { playEvent } from './play-event.ts'
import { type SeededPlayer, seededPlayer } from './seeded-player.ts'
import { accountRivals, type Seeding } from './seeding.ts'

/** An event of the history. `chart`: the number of the chart that is played; null if it is no play. */
export interface SeededEvent extends NewEvent {
  readonly chart: number | null
}

/** The account as a player as good as its rivals on average, so that they lead on some charts each. */
function accountPlayer(seed: number, account: NonNullable<Seeding['account']>): SeededPlayer {
  const levels = Array.from({ length: accountRivals }, (_, i) => seededPlayer(seed, i + 1).level)
  const level = levels.reduce((sum, each) => sum + each, 0) / accountRivals
  return { ...seededPlayer(seed, 0), ...account, level, version: '1.4', width: 8 }
}

/** Returns a function that encodes actions as events. Caches charts and players, which take as long as a play. */
export function eventMaker({ seed, after, account }: Seeding) {
  const charts = new LRUCache<number, ReturnType<typeof seededChart>>({
    max: 2_000,
    memoMethod: (n) => seededChart(seed, n),
  })
  const players = new LRUCache<number, ReturnType<typeof seededPlayer>>({
    max: 50_000,
    memoMethod: (n) => (n === 0 && account ? accountPlayer(seed, account) : seededPlayer(seed, n)),
  })

  /** `idOf` returns the id of the nth play. */
  return (action: HistoryEvent, idOf: (play: number) => number): SeededEvent => {
    const player = players.memo(action.player)
    const { id: key } = player
    const { at } = action
    switch (action.kind) {
      case 'play': {
        const playId = idOf(action.play)
        const bytes = playEvent({
          action,
          player,
          chart: charts.memo(action.chart),
          playId,
          seeds: [seed, after],
        })
        return { key, bytes, chart: action.chart }
      }
      case 'withdraw': {
        const playId = idOf(action.play)
        const reason = action.by === 'operator' ? 'played with a keyboard' : null
        const data = { playId, by: action.by, reason }
        const bytes = encodeEvent(playWithdrawn, { id: `withdrawal-${playId}`, at, key, data })
        return { key, bytes, chart: null }
      }
      case 'follow':
      case 'unfollow': {
        const type = action.kind === 'follow' ? rivalAdded : rivalRemoved
        const rivalId = players.memo(action.rival).id
        const bytes = encodeEvent(type, { id: `${action.kind}-${at}-${key}`, at, key, data: { rivalId } })
        return { key, bytes, chart: null }
      }
    }
  }
}
