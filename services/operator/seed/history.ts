import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type Random, seededRandom, zipf } from './random.ts'
import { accountRivals, beginningOf, type Seeding, timeOfPlay } from './seeding.ts'

interface ChartPicker {
  /** Whether the nth play is on the hot chart, which has number 0. */
  isHot(play: number): boolean
  /** Returns the number of another chart, weighted by popularity. `at`: ms since 1970. */
  popular(random: Random, at: number): number
}

function chartPicker(seeding: Seeding): ChartPicker {
  return seeding.event ? ofEvent(seeding.event) : byPopularity(seeding)
}

/** Distributes the plays on the hot chart evenly. */
function byPopularity({ plays, charts, hotChartPlays }: Seeding): ChartPicker {
  const others = zipf(Math.max(1, charts - 1), 1)
  const hotUntil = (play: number) => Math.floor((play * hotChartPlays) / plays)
  return {
    isHot: (play) => hotUntil(play + 1) > hotUntil(play),
    popular: (random) => (charts === 1 ? 0 : 1 + others(random)),
  }
}

/** Share of plays on charts of any round. */
const otherRounds = 0.1

/** Chooses charts of the current round, or of the last one after its end. */
function ofEvent({ rounds }: NonNullable<Seeding['event']>): ChartPicker {
  const all = rounds.flatMap(({ charts }) => charts)
  const pickers = rounds.map(({ charts }) => zipf(charts.length, 0.4))
  return {
    isHot: () => false,
    popular(random, at) {
      if (random.share() < otherRounds) return random.pick(all)
      const on = rounds.findIndex(({ end }) => at < end)
      const round = on < 0 ? rounds.length - 1 : on
      return itemAt(itemAt(rounds, round).charts, itemAt(pickers, round)(random))
    },
  }
}

/**
 * An action of a player, by number. Charts and rivals are numbers too; `play` is the number of the play in this history,
 * from 0. `at`: ms since 1970.
 */
export type HistoryEvent = { readonly player: number; readonly at: number } & (
  | {
      readonly kind: 'play'
      readonly play: number
      readonly chart: number
      /** Deviation from the player's usual skill, in meters. */
      readonly form: number
      readonly rate: number
      readonly autoplay: boolean
      /** Delay between play and submission, ms. */
      readonly late: number
    }
  | { readonly kind: 'withdraw'; readonly play: number; readonly by: 'player' | 'operator' }
  | { readonly kind: 'follow' | 'unfollow'; readonly rival: number }
)

/** A player's session at a pad. `left`: remaining plays. `chart`: the last one, -1 before the first. */
interface Session {
  readonly player: number
  left: number
  chart: number
  form: number
}

const pads = 4
const withdrawalDelayMs = 150_000
/** Maximum delay of plays in a competition. */
const maxDelayMs = 48 * 3_600_000

/**
 * Generates the history in chunks of `size` plays, with withdrawals and changes of rivals. Players have sessions of
 * several plays at a few pads, and often repeat a chart. A play is withdrawn in the same chunk.
 */
export function* history(seeding: Seeding, size: number): Generator<HistoryEvent[]> {
  const { plays, players, seed, after } = seeding
  const random = seededRandom(seed, 3, after)
  const chartOf = chartPicker(seeding)
  const playerOf = zipf(players, 0.6)
  const sessions: Session[] = []

  /** Starts a session of a player who is at no other pad. */
  function begin(pad: number): Session {
    let player = playerOf(random)
    while (sessions.some((other, i) => i !== pad && other.player === player)) player = (player + 1) % players
    const left = 1 + Math.floor(-9 * Math.log(1 - random.share()))
    return { player, left, chart: -1, form: (random.share() - 0.5) * 2 }
  }

  for (let from = 0; from < plays; from += size) {
    const actions: HistoryEvent[] = from === 0 && seeding.account ? followedByAccount() : []
    for (let play = from; play < Math.min(plays, from + size); play++) {
      const at = timeOfPlay(seeding, play)
      const pad = play % Math.min(pads, players)
      const before = sessions[pad]
      const session = before && before.left > 0 ? before : begin(pad)
      sessions[pad] = session
      const { player } = session
      if (session.chart < 0 && players > 1 && random.share() < 0.1)
        actions.push(followed(random, player, at - 20_000))
      session.left -= 1
      session.form += (random.share() - 0.48) * 0.3
      if (session.chart < 0 || random.share() < 0.7) session.chart = chartOf.popular(random, at)
      const chart = chartOf.isHot(play) ? 0 : session.chart
      const dice = random.share()
      actions.push({
        kind: 'play',
        player,
        at,
        play,
        chart,
        form: session.form,
        rate: dice < 0.03 ? random.pick([0.9, 1.05, 1.1, 1.2]) : 1,
        autoplay: dice > 0.995,
        late: seeding.event && random.share() < 0.02 ? random.below(maxDelayMs) : 0,
      })
      if (random.share() < 0.003)
        actions.push({
          kind: 'withdraw',
          player,
          at: at + withdrawalDelayMs,
          play,
          by: random.share() < 0.8 ? 'player' : 'operator',
        })
    }
    yield actions
  }

  function followedByAccount(): HistoryEvent[] {
    const count = Math.min(accountRivals, players - 1)
    return Array.from({ length: count }, (_, i) => ({
      kind: 'follow',
      player: 0,
      at: beginningOf(seeding) + i,
      rival: i + 1,
    }))
  }

  function followed({ share, below }: Random, player: number, at: number): HistoryEvent {
    const rival = (player + 1 + below(Math.min(players - 1, 50))) % players
    return { kind: share() < 0.9 ? 'follow' : 'unfollow', player, at, rival }
  }
}
