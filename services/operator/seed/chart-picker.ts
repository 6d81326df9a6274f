import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type Chance, zipf } from './random.ts'
import type { Seeding } from './seeding.ts'

/** Which chart is played. */
interface ChartPicker {
  /** Whether the nth play is on the hot chart, number 0. */
  isHot(play: number): boolean
  /** `at`: ms since 1970. */
  popular(random: Chance, at: number): number
}

export function chartPicker(seeding: Seeding): ChartPicker {
  return seeding.event ? ofEvent(seeding.event) : byPopularity(seeding)
}

/** Exactly as many plays as asked for are on the hot chart, spread evenly; all others by their popularity. */
function byPopularity({ plays, charts, hotChartPlays }: Seeding): ChartPicker {
  const others = zipf(Math.max(1, charts - 1), 1)
  const hotUntil = (play: number) => Math.floor((play * hotChartPlays) / plays)
  return {
    isHot: (play) => hotUntil(play + 1) > hotUntil(play),
    popular: (random) => (charts === 1 ? 0 : 1 + others(random)),
  }
}

/** Some try a chart of another round, which counts for nothing. */
const elsewhere = 0.1

/** Mostly the charts of the round that is on, all of them much played; after the last one those of it. */
function ofEvent({ rounds }: NonNullable<Seeding['event']>): ChartPicker {
  const all = rounds.flatMap(({ charts }) => charts)
  const pickers = rounds.map(({ charts }) => zipf(charts.length, 0.4))
  return {
    isHot: () => false,
    popular(random, at) {
      if (random.share() < elsewhere) return random.pick(all)
      const on = rounds.findIndex(({ end }) => at < end)
      const round = on < 0 ? rounds.length - 1 : on
      return itemAt(itemAt(rounds, round).charts, itemAt(pickers, round)(random))
    },
  }
}
