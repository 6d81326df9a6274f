import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type Random, zipf } from './random.ts'
import type { Seeding } from './seeding.ts'

interface ChartPicker {
  /** Whether the nth play is on the hot chart, which has number 0. */
  isHot(play: number): boolean
  /** Returns the number of another chart, weighted by popularity. `at`: ms since 1970. */
  popular(random: Random, at: number): number
}

export function chartPicker(seeding: Seeding): ChartPicker {
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
