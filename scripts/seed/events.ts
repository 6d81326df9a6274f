import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded, rivalRemoved } from '@stepledger/contracts/rivals/events.ts'
import { playWithdrawn } from '@stepledger/contracts/withdrawal/events.ts'
import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import { LRUCache } from 'lru-cache'
import type { GeneratedChart } from '../../tests/generators/chart.ts'
import { eventOfBody } from '../../tests/generators/event-of-body.ts'
import { type GeneratedBody, playBody } from '../../tests/generators/play-body.ts'
import { type Random, seeded } from '../../tests/generators/random.ts'
import { seededChart } from './charts.ts'
import { accountRivals, type HistoryEvent, type Seeding } from './history.ts'
import { type SeededPlayer, seededPlayer } from './players.ts'

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

/** Returns a function that encodes actions as events. Caches charts and players. */
export function eventMaker({ seed, after, account }: Seeding) {
  const charts = new LRUCache<number, GeneratedChart>({ max: 1_000, memoMethod: (n) => seededChart(seed, n) })
  const players = new LRUCache<number, SeededPlayer>({
    max: 50_000,
    memoMethod: (n) => (n === 0 && account ? accountPlayer(seed, account) : seededPlayer(seed, n)),
  })

  /** `idOf` returns the id of the nth play. */
  return (action: HistoryEvent, idOf: (play: number) => number): SeededEvent => {
    const player = players.memo(action.player)
    const { id: key, sealingKey } = player
    const { at } = action
    switch (action.kind) {
      case 'play': {
        const random = seeded(seed, after, 4, action.play)
        const body = bodyOf(action, player, charts.memo(action.chart), random)
        const event = eventOfBody({
          body,
          playId: idOf(action.play),
          player: key,
          sealingKey,
          at,
          playedAt: at - action.late,
          random: (bytes) => Uint8Array.from({ length: bytes }, () => random() * 256),
        })
        return { ...event, chart: action.chart }
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

function bodyOf(
  { form, rate, autoplay }: Extract<HistoryEvent, { kind: 'play' }>,
  { level, bias, version, width, modifiers }: SeededPlayer,
  chart: GeneratedChart,
  random: Random,
): GeneratedBody {
  /** Meters by which the player's skill exceeds the chart. */
  const ease = level + form - chart.meter - (rate - 1) * 10
  const fails = !autoplay && random() < 0.6 / (1 + Math.exp(1.2 * (ease + 2)))
  return playBody({
    random,
    chart,
    // Standard deviations range from 7 ms on easy charts to 40 ms on hard ones.
    skill: 0.9 - 1.1 / (1 + Math.exp(ease * 0.7)),
    bias,
    slips: 0.01,
    version,
    width,
    rate,
    autoplay,
    modifiers,
    ...(fails ? { failsAt: 0.1 + 0.85 * random() } : {}),
  })
}
