import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  fewestPlayers,
  noiseDeviation,
  numbersOfFirstPlay,
  numbersOfPlay,
  rightGuesses,
  rightGuessesOfFirstPlay,
} from '@stepledger/contracts/analysis/anonymity.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { numbers, publishedNumbers, squaresOf } from '../../../tests/analysis/published-numbers.ts'
import { seeded } from '../../../tests/generators/random.ts'
import { publishCharts } from './chart-tables.ts'
import { publishCounts } from './count-tables.ts'
import { type Duck, openDuck } from './duck.ts'
import { noisyCells, prepareNoise } from './noisy-cells.ts'
import { publishPlayers } from './player-tables.ts'
import { prepareHistory } from './prepare-history.ts'
import { publishTiming } from './timing-tables.ts'

/** A month of few players with extreme plays: scores of 0 and 100, offsets beyond every limit. */
function history(seed: number): string[] {
  const random = seeded(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  return Array.from({ length: 40 }, (_, id) => {
    // The last play is the only one of its player.
    const player = `'00000000-0000-0000-0000-00000000000${id === 39 ? 9 : Math.floor(random() * 7)}'`
    const at =
      Date.parse('2026-10-03T18:00:00Z') + Math.floor(random() * 3) * 86_400_000 + random() * 9_000_000
    const judgments = Array.from({ length: 21 }, () => pick([0, 0, 5, 100])).join(' ')
    const score = () => pick([0, 4_000, 7_500, 10_000])
    return `(${id}, ${player}, '${pick(['a', 'b', 'c'])}', ${Math.round(at)}, ${Math.round(at)}, 0, ${id}, ${pick([true, true, false])}, 1,
      ${pick([true, true, true, false])}, 9, ${score()}, ${score()}, ${score()}, ${pick([0, 20, 90])}, ${pick([-90, -3, 0, 3, 90])},
      ${pick([0, 20, 90])}, '${judgments}')`
  })
}

describe('a single play', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-sensitivity-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('changes no table by more than its sensitivity in numbersOfPlay', async () => {
    const most = new Map<string, number>()
    for (const seed of [1, 2]) {
      const plays = history(seed)
      const whole = await numbersOf(plays, seed)
      for (const left of [3, 11, 27, 39]) {
        const without = await numbersOf(plays.toSpliced(left, 1), seed)
        for (const [table, before] of whole)
          most.set(table, Math.max(most.get(table) ?? 0, squaresOf(before, without.get(table) ?? new Map())))
      }
    }
    for (const [table, allowed] of Object.entries(numbersOfPlay)) {
      const found = most.get(table)
      if (found === undefined) continue
      // Means are rounded.
      expect(found, table).toBeLessThanOrEqual(allowed + 0.1)
      expect(found, table).toBeGreaterThan(0)
    }
    expect([...most.keys()].sort()).toEqual(Object.keys(numbers).sort())
  })

  it('that is the only one of its player’s first month changes a year of further months by numbersOfFirstPlay', async () => {
    // Given a year of plays at three meters, all scores and passes at their maximum
    const player = "'00000000-0000-0000-0000-000000000001'"
    const play = (id: number, chart: string, month: number) => {
      const at = Date.UTC(2025, 8 + month, 10)
      return `(${id}, ${player}, '${chart}', ${at}, ${at}, 0, ${id}, true, 1, true, 9, 10000, 10000, 10000, 20, 3, 20, '1 0')`
    }
    const later = Array.from({ length: 12 }, (_, i) => i + 1)
    const rest = later.flatMap((month) =>
      ['a', 'b', 'c'].map((chart, i) => play(3 * month + i, chart, month)),
    )
    const numbersOfMonths = async (plays: readonly string[]) => {
      const duck = await openDuck(await mkdtemp(join(folder, 'year-')))
      await stage(duck, plays, 1)
      await prepareNoise(duck, { key: '', deviation: 0, least: 0 })
      const found = new Map<string, number>()
      for (const month of later) {
        await takeMonth(duck, new Date(Date.UTC(2025, 8 + month)).toISOString().slice(0, 7))
        await publishCounts(duck)
        await publishPlayers(duck)
        for (const [table, values] of await publishedNumbers(duck, ['retention', 'progress']))
          for (const [cell, value] of values) found.set(`${month} ${table} ${cell}`, value)
      }
      duck.close()
      return found
    }
    // When the first play is removed
    const [whole, without] = [await numbersOfMonths([play(1, 'a', 0), ...rest]), await numbersOfMonths(rest)]
    // Then
    const sum = Object.values(numbersOfPlay).reduce((sum, each) => sum + each, 0)
    expect(squaresOf(whole, without)).toBeCloseTo(numbersOfFirstPlay, 1)
    const right = 100 * normal(Math.sqrt(sum + numbersOfFirstPlay) / noiseDeviation / 2)
    expect(Math.round(right)).toBe(rightGuessesOfFirstPlay)
  })

  it('has the same effect on counts when it is repeated', async () => {
    const plays = history(3)
    const repeated = plays.flatMap((play, i) =>
      [1, 2, 3].map((n) => play.replace(`(${i},`, `(${i + n * plays.length},`)),
    )
    const [once, often] = [await numbersOf(plays, 3), await numbersOf([...plays, ...repeated], 3)]
    for (const table of ['scores', 'chart_months', 'retention', 'hours', 'countries'])
      expect([table, often.get(table)]).toEqual([table, once.get(table)])
  })

  it('is never published in a row of fewer than five players, for any noise', async () => {
    const duck = await openDuck(await mkdtemp(join(folder, 'few-')))
    await prepareNoise(duck, { key: 'few' })
    await duck.run("create table this_month as select '2026-10-01'::date as month")
    const of = async (players: number) => {
      const from = `select player, cell from range(${players}) p(player), range(3000) c(cell)`
      const rows = await duck.rows(
        noisyCells({ table: 'few', from, cell: ['cell'] }),
        z.record(z.string(), z.unknown()),
      )
      return rows.length
    }
    expect([await of(4), await of(60)]).toEqual([0, 3000])
    // One in 30,000 of these has noise of four standard deviations.
    expect(await of(fewestPlayers)).toBeLessThan(5)
    duck.close()
  })

  it('is guessed right in at most `rightGuesses` of 100 cases, by the sum of all sensitivities', () => {
    const sum = Object.values(numbersOfPlay).reduce((sum, each) => sum + each, 0)
    expect(100 * normal(Math.sqrt(sum) / noiseDeviation / 2)).toBeLessThanOrEqual(rightGuesses)
  })

  it('is hidden by Gaussian noise of the stated deviation, which depends on contents and key', async () => {
    const duck = await openDuck(await mkdtemp(join(folder, 'noise-')))
    await prepareNoise(duck, { key: 'one' })
    const [row] = await duck.rows(
      `select avg(n) as mean, stddev_pop(n) as deviation, count(distinct n)::integer as different, noise_of('a') as a
       from (select noise_of(i::varchar) as n from range(50000) numbers(i))`,
      z.object({ mean: z.number(), deviation: z.number(), different: z.int(), a: z.number() }),
    )
    duck.close()
    expect(Math.abs(row?.mean ?? 9)).toBeLessThan(0.1)
    expect(Math.abs((row?.deviation ?? 9) - noiseDeviation)).toBeLessThan(0.1)
    expect(row?.different).toBe(50_000)
    const other = await openDuck(await mkdtemp(join(folder, 'noise-')))
    await prepareNoise(other, { key: 'two' })
    const [again] = await other.rows("select noise_of('a') as a", z.object({ a: z.number() }))
    other.close()
    expect(again?.a).not.toBe(row?.a)
  })

  /** All numbers of the month by table, without noise. */
  async function numbersOf(
    plays: readonly string[],
    seed: number,
  ): Promise<Map<string, Map<string, number>>> {
    const duck = await openDuck(await mkdtemp(join(folder, 'month-')))
    await stage(duck, plays, seed)
    await prepareNoise(duck, { key: '', deviation: 0, least: 0 })
    await publishCounts(duck)
    await publishCharts(duck, firstRules)
    await publishPlayers(duck)
    await publishTiming(duck)
    const found = await publishedNumbers(duck, Object.keys(numbers))
    duck.close()
    return found
  }
})

async function takeMonth(duck: Duck, month: string): Promise<void> {
  await duck.run(`
    create or replace table this_month as select '${month}-01'::date as month;
    create or replace table month_plays as select * from plays where month = '${month}-01'::date`)
}

async function stage(duck: Duck, plays: readonly string[], seed: number): Promise<void> {
  await duck.run(`
    create table history_plays (id BIGINT, player UUID, chart VARCHAR, played BIGINT, received BIGINT, partition SMALLINT, position BIGINT,
      passed BOOLEAN, rate DOUBLE, ranked BOOLEAN, rows INTEGER, hard_ex INTEGER, ex INTEGER, itg INTEGER, absolute DOUBLE,
      mean DOUBLE, deviation DOUBLE, judgments VARCHAR);
    insert into history_plays values ${plays.join(', ')};
    create table history_players as select distinct player as id, '276' as country from history_plays;
    create table history_charts as
      select unnest(['a', 'b', 'c']) as chart, 'dance-single' as steps_type, unnest([9, 11, 12]) as meter, 60.0 as length`)
  await prepareHistory(duck, Date.parse('2027-01-01'))
  await takeMonth(duck, '2026-10')
  await duck.run(`
    create table step_bins as
      select id as play, (10 * (hash(id, ${seed}) % 12)::integer - 60)::smallint as bin, 1.0::double as share from plays where ranked;
    create table step_segments as
      select id as play, segment::smallint as segment, 8 as steps, (hash(id, segment, ${seed}) % 200)::double - 100 as late,
        (hash(segment, id, ${seed}) % 200)::double - 100 as wide
      from plays, range(12) segments (segment) where ranked`)
}

/** The standard normal distribution, by the error function of Abramowitz and Stegun, 7.1.26. */
function normal(x: number): number {
  const t = 1 / (1 + (0.3275911 * x) / Math.SQRT2)
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  const sum = series.reduceRight((rest, factor) => t * (factor + rest), 0)
  return 1 - (sum * Math.exp((-x * x) / 2)) / 2
}
