import { playerId } from '@stepledger/contracts/ids.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { z } from 'zod'
import { oneOf, type Random, seeded, wholeNumber, zipf } from '../../tests/generators/random.ts'

/** Parameters of a generated history. */
export const seeding = z.object({
  plays: z.int().min(1).max(100_000_000),
  charts: z.int().min(1).max(100_000),
  players: z.int().min(1).max(1_000_000),
  /** Number of plays on the hot chart. */
  hotChartPlays: z.int().min(0),
  /** Determines players and charts, and together with `after` the plays. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  /** The last assigned play id. */
  after: z.int().min(0),
  /** Time of receipt of the last play, ms since 1970. */
  until: z.int(),
  /** Spreads the plays over this many days, a few hours of each; one play a minute without it. */
  days: z.int().min(1).max(3_660).optional(),
  /** The competition that the plays are for: start, and rounds with the numbers of their charts. Ms since 1970. */
  event: z
    .object({
      start: z.int(),
      rounds: z.array(z.object({ end: z.int(), charts: z.array(z.int().min(0)).min(1) })).min(1),
    })
    .optional(),
  /** An existing account that takes the place of the first player; its key seals the plays. */
  account: z.object({ id: playerId, sealingKey: z.instanceof(Uint8Array) }).optional(),
})
export type Seeding = z.infer<typeof seeding>

/** Number of players that the account follows from the start: the most active ones. */
export const accountRivals = 3

const playIntervalMs = 60_000

const dayMs = 86_400_000

/** The part of each day in which plays are, when they are spread over days. */
const partOfDay = 5 / 24

/** ms since 1970. */
export function beginningOf({
  until,
  plays,
  days,
  event: competition,
}: Pick<Seeding, 'until' | 'plays' | 'days' | 'event'>): number {
  if (competition) return competition.start
  return until - (days === undefined ? plays * playIntervalMs : days * dayMs)
}

/** Returns when the nth play of a history is received, ms since 1970; from 0, ascending, the last one at `until`. */
function timeOfPlay(seeding: Pick<Seeding, 'until' | 'plays' | 'days' | 'event'>, play: number): number {
  const { until, plays, days } = seeding
  const began = beginningOf(seeding)
  const even = began + Math.floor(((until - began) * (play + 1)) / plays)
  if (days === undefined) return even
  const before = until - even
  const intoDay = before % dayMs
  return until - (before - intoDay) - Math.floor(intoDay * partOfDay)
}

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
      if (random() < otherRounds) return oneOf(random, all)
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
  const random = seeded(seed, 3, after)
  const chartOf = chartPicker(seeding)
  const playerOf = zipf(players, 0.6)
  const sessions: Session[] = []

  /** Starts a session of a player who is at no other pad. */
  function begin(pad: number): Session {
    let player = playerOf(random)
    while (sessions.some((other, i) => i !== pad && other.player === player)) player = (player + 1) % players
    const left = 1 + Math.floor(-9 * Math.log(1 - random()))
    return { player, left, chart: -1, form: (random() - 0.5) * 2 }
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
      if (session.chart < 0 && players > 1 && random() < 0.1) actions.push(followed(player, at - 20_000))
      session.left -= 1
      session.form += (random() - 0.48) * 0.3
      if (session.chart < 0 || random() < 0.7) session.chart = chartOf.popular(random, at)
      const chart = chartOf.isHot(play) ? 0 : session.chart
      const dice = random()
      actions.push({
        kind: 'play',
        player,
        at,
        play,
        chart,
        form: session.form,
        rate: dice < 0.03 ? oneOf(random, [0.9, 1.05, 1.1, 1.2]) : 1,
        autoplay: dice > 0.995,
        late: seeding.event && random() < 0.02 ? wholeNumber(random, 0, maxDelayMs - 1) : 0,
      })
      if (random() < 0.003)
        actions.push({
          kind: 'withdraw',
          player,
          at: at + withdrawalDelayMs,
          play,
          by: random() < 0.8 ? 'player' : 'operator',
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

  function followed(player: number, at: number): HistoryEvent {
    const rival = (player + 1 + wholeNumber(random, 0, Math.min(players - 1, 50) - 1)) % players
    return { kind: random() < 0.9 ? 'follow' : 'unfollow', player, at, rival }
  }
}
