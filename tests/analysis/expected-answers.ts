import { type Measure, measures } from '@stepledger/contracts/analysis/measure.ts'
import { minSteps, offsetBins, segmentSeconds } from '@stepledger/contracts/analysis/steps.ts'
import { groupBy } from '@stepledger/contracts/group-by.ts'

/**
 * A play from the live generation and the ledger. Scores in percent, by board; times and offsets in seconds, NaN for a
 * miss.
 */
export interface ExpectedPlay {
  readonly id: number
  readonly player: string
  readonly chart: string
  readonly meter: number
  readonly at: number
  readonly passed: boolean | null
  readonly rate: number | null
  readonly ranked: boolean
  readonly scores: { readonly hardEx: number; readonly ex: number; readonly itg: number }
  readonly mean: number | null
  readonly deviation: number | null
  /** Counts on the HardEX board, best judgment first. */
  readonly judgments: readonly number[]
  readonly times: readonly number[]
  readonly offsets: readonly number[]
}

/** The true value of a cell: the number of players, and the mean of their means. */
export interface Mean {
  readonly players: number
  readonly mean: number
}

export const monthOf = ({ at }: { readonly at: number }) => new Date(at).toISOString().slice(0, 7)
export const clamp = (value: number, { from, to }: Measure) => Math.max(from, Math.min(to, value))
export const isCompared = ({ ranked, mean }: ExpectedPlay) => ranked && mean !== null
export const isRated = ({ rate, passed }: ExpectedPlay) => (rate ?? 1) === 1 && passed !== null

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Means by cell. Each player counts once in a cell, with the mean of their plays. */
export function meansByCell<T extends { readonly player: string }>(
  items: readonly T[],
  cellOf: (item: T) => string,
  valueIn: (item: T) => number,
): Map<string, Mean> {
  const cells = new Map<string, Mean>()
  for (const [cell, of] of groupBy(items, cellOf)) {
    const players = [...groupBy(of, ({ player }) => player).values()]
    cells.set(cell, {
      players: players.length,
      mean: average(players.map((own) => average(own.map(valueIn)))),
    })
  }
  return cells
}

/** The mean of cells, weighted by their players. */
export function weightedMean(cells: readonly Mean[]): Mean {
  const players = cells.reduce((sum, cell) => sum + cell.players, 0)
  return { players, mean: cells.reduce((sum, cell) => sum + cell.mean * cell.players, 0) / players }
}

interface Change {
  readonly player: string
  readonly cell: string
  readonly offset: number
  readonly deviation: number
  readonly ex: number
}

/**
 * How plays compare with the first 15 minutes of their session, by month and quarter-hour: one row per player and cell.
 */
export function changesInSessions(plays: readonly ExpectedPlay[]): Change[] {
  const changes: Change[] = []
  const unit = (value: number) => clamp(value, measures.change) / measures.change.to
  for (const own of groupBy(plays, ({ player }) => player).values()) {
    const sessions: ExpectedPlay[][] = []
    for (const play of own.toSorted((a, b) => a.at - b.at || a.id - b.id)) {
      const last = sessions.at(-1)?.at(-1)
      if (last && play.at - last.at <= 2 * 3_600_000) sessions.at(-1)?.push(play)
      else sessions.push([play])
    }
    const parts: Change[] = []
    for (const session of sessions) {
      const minuteOf = ({ at }: ExpectedPlay) => 15 * Math.floor((at - (session[0]?.at ?? 0)) / 900_000)
      const compared = session.filter(isCompared)
      const first = compared.filter((play) => minuteOf(play) === 0)
      if (first.length === 0) continue
      for (const play of compared.filter((each) => minuteOf(each) >= 15)) {
        const minute = minuteOf(play) >= 60 ? 60 : minuteOf(play) >= 30 ? 30 : 15
        parts.push({
          player: play.player,
          cell: `${monthOf(play)} ${minute}`,
          offset: unit(Number(play.mean) - average(first.map(({ mean }) => Number(mean)))),
          deviation: unit(Number(play.deviation) - average(first.map(({ deviation }) => Number(deviation)))),
          ex: unit(play.scores.ex - average(first.map(({ scores }) => scores.ex))),
        })
      }
    }
    for (const inMonth of groupBy(parts, ({ cell }) => cell.slice(0, 7)).values()) {
      const byCell = [...groupBy(inMonth, ({ cell }) => cell)].map(([cell, of]) => ({
        player: of[0]?.player ?? '',
        cell,
        offset: average(of.map(({ offset }) => offset)),
        deviation: average(of.map(({ deviation }) => deviation)),
        ex: average(of.map(({ ex }) => ex)),
      }))
      const length = Math.max(
        1,
        Math.hypot(...byCell.flatMap(({ offset, deviation, ex }) => [offset, deviation, ex])),
      )
      for (const { player, cell, offset, deviation, ex } of byCell)
        changes.push({
          player,
          cell,
          offset: (10 * offset) / length,
          deviation: (10 * deviation) / length,
          ex: (10 * ex) / length,
        })
    }
  }
  return changes
}

/** A player's gain in a month: the median over the ranked charts that they played at least twice. */
export function gains(plays: readonly ExpectedPlay[]) {
  return [...groupBy(plays, (play) => `${monthOf(play)} ${play.player}`)].flatMap(([key, own]) => {
    const charts = [
      ...groupBy(
        own.filter(({ ranked }) => ranked),
        ({ chart }) => chart,
      ).values(),
    ]
    const gained = charts
      .filter((of) => of.length > 1)
      .map((of) => of.toSorted((a, b) => a.at - b.at || a.id - b.id))
      .map((of) => (of.at(-1)?.scores.ex ?? 0) - (of[0]?.scores.ex ?? 0))
      .sort((a, b) => a - b)
    const passed = own.filter((play) => play.passed === true).map(({ meter }) => meter)
    if (gained.length === 0 || passed.length === 0) return []
    const middle = gained.length / 2
    const median = average(gained.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
    return {
      player: own[0]?.player ?? '',
      cell: `${key.slice(0, 7)} ${3 * Math.floor(Math.max(...passed) / 3)} ${10 ** Math.floor(Math.log10(own.length))}`,
      gain: clamp(median, measures.change),
    }
  })
}

/** The share of a play's steps in each offset bin, of those within the bins. */
export function binShares(play: ExpectedPlay): number[] {
  const bins = play.offsets
    .map((seconds) => Math.floor((seconds * 1000 - offsetBins.from) / offsetBins.width))
    .filter((bin) => bin >= 0 && bin < (offsetBins.to - offsetBins.from) / offsetBins.width)
  return Array.from({ length: 12 }, (_, bin) => bins.filter((each) => each === bin).length / bins.length)
}

/** Lateness and spread of each segment of a chart, relative to the whole play: by month, segment and player. */
export function partsOfChart(plays: readonly ExpectedPlay[]) {
  const unit = measures.lateness.to
  const spread = (values: readonly number[]) => {
    const middle = average(values)
    return Math.sqrt(average(values.map((value) => (value - middle) ** 2)))
  }
  return plays.filter(isCompared).flatMap((play) => {
    const ms = play.offsets.map((seconds, i) => ({
      segment: Math.floor((play.times[i] ?? 0) / segmentSeconds),
      ms: seconds * 1000,
    }))
    const all = ms.filter((each) => !Number.isNaN(each.ms)).map((each) => each.ms)
    const [middle, width] = [average(all), spread(all)]
    const parts = [...groupBy(ms, ({ segment }) => String(segment))]
      .filter(([, of]) => of.length >= minSteps)
      .map(([segment, of]) => {
        const hit = of.filter((each) => !Number.isNaN(each.ms)).map((each) => each.ms)
        return hit.length === 0
          ? { segment, late: 0, wide: 0 }
          : { segment, late: (average(hit) - middle) / unit, wide: (spread(hit) - width) / unit }
      })
    const [late, wide] = [
      Math.max(1, Math.hypot(...parts.map((part) => part.late))),
      Math.max(1, Math.hypot(...parts.map((part) => part.wide))),
    ]
    return parts.map((part) => ({
      player: play.player,
      cell: `${monthOf(play)} ${Number(part.segment) * segmentSeconds}`,
      late: (unit * part.late) / late,
      wide: (unit * part.wide) / wide,
    }))
  })
}
