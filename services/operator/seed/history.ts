import { chartPicker } from './chart-picker.ts'
import { type Chance, chance, zipf } from './random.ts'
import { beginningOf, type Seeding } from './seeding.ts'

/**
 * What happens, in its order. Players and charts by their numbers; `play` counts the plays of this history from 0.
 * `at`: ms since 1970.
 */
export type HistoryEvent = { readonly player: number; readonly at: number } & (
  | {
      readonly kind: 'play'
      readonly play: number
      readonly chart: number
      /** How well it goes today, in meters that the player is better, or worse, than usual. */
      readonly form: number
      readonly rate: number
      readonly autoplay: boolean
      /** How long before it came in it was played, ms: the network was down. */
      readonly late: number
    }
  | { readonly kind: 'withdraw'; readonly play: number; readonly by: 'player' | 'operator' }
  | { readonly kind: 'follow' | 'unfollow'; readonly rival: number }
)

/** An evening of a player at a pad. */
interface Session {
  readonly player: number
  left: number
  chart: number
  form: number
}

const pads = 4
const msLater = 150_000
/** Of an event: for how long the network is down at worst. */
const latestMs = 48 * 3_600_000

/**
 * The whole history in pieces of `size` plays, each with what else happens meanwhile. Players come to the pads for
 * evenings of some plays, popular charts are played most, and those that were not done well are played again. Plays are
 * withdrawn within their piece.
 */
export function* history(seeding: Seeding, size: number): Generator<HistoryEvent[]> {
  const { plays, players, seed, after } = seeding
  const random = chance(seed, 3, after)
  const chartOf = chartPicker(seeding)
  const playerOf = zipf(players, 0.6)
  const began = beginningOf(seeding)
  const sessions: Session[] = []

  /** Who comes next is at no other pad. */
  function begin(pad: number): Session {
    let player = playerOf(random)
    while (sessions.some((other, i) => i !== pad && other.player === player)) player = (player + 1) % players
    const left = 1 + Math.floor(-9 * Math.log(1 - random.share()))
    return { player, left, chart: -1, form: (random.share() - 0.5) * 2 }
  }

  for (let from = 0; from < plays; from += size) {
    const deeds: HistoryEvent[] = []
    for (let play = from; play < Math.min(plays, from + size); play++) {
      const at = began + Math.floor(((seeding.until - began) * (play + 1)) / plays)
      const pad = play % Math.min(pads, players)
      const before = sessions[pad]
      const session = before && before.left > 0 ? before : begin(pad)
      sessions[pad] = session
      const { player } = session
      if (session.chart < 0 && players > 1 && random.share() < 0.1)
        deeds.push(followed(random, player, at - 20_000))
      session.left -= 1
      session.form += (random.share() - 0.48) * 0.3
      if (session.chart < 0 || random.share() < 0.7) session.chart = chartOf.popular(random, at)
      const chart = chartOf.isHot(play) ? 0 : session.chart
      const dice = random.share()
      deeds.push({
        kind: 'play',
        player,
        at,
        play,
        chart,
        form: session.form,
        rate: dice < 0.03 ? random.pick([0.9, 1.05, 1.1, 1.2]) : 1,
        autoplay: dice > 0.995,
        late: seeding.event && random.share() < 0.02 ? random.below(latestMs) : 0,
      })
      if (random.share() < 0.003)
        deeds.push({
          kind: 'withdraw',
          player,
          at: at + msLater,
          play,
          by: random.share() < 0.8 ? 'player' : 'operator',
        })
    }
    yield deeds
  }

  function followed({ share, below }: Chance, player: number, at: number): HistoryEvent {
    const rival = (player + 1 + below(Math.min(players - 1, 50))) % players
    return { kind: share() < 0.9 ? 'follow' : 'unfollow', player, at, rival }
  }
}
