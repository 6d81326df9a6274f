import { noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import { measures } from '@stepledger/contracts/analysis/measure.ts'
import { groupBy } from '@stepledger/contracts/group-by.ts'
import { expect, it } from 'vitest'
import { type Answers, compare, half, last, ofShare, within } from './answers.ts'
import {
  average,
  binShares,
  clamp,
  type ExpectedPlay,
  isCompared,
  isRated,
  type Mean,
  meansByCell,
  monthOf,
  partsOfChart,
  weightedMean,
} from './expected-answers.ts'

/** How far the mean of each chart is above the regression line of means by meter. */
function aboveLine(
  means: ReadonlyMap<string, Mean>,
  meterOf: ReadonlyMap<string, string>,
): [string, number][] {
  const points = [...groupBy([...means.keys()], last)].map(([chart, cells]) => ({
    chart,
    meter: Number(meterOf.get(chart)),
    ex: weightedMean(cells.flatMap((cell) => means.get(cell) ?? [])).mean,
  }))
  const [meter, ex] = [average(points.map((point) => point.meter)), average(points.map((point) => point.ex))]
  const slope =
    average(points.map((point) => (point.meter - meter) * (point.ex - ex))) /
    average(points.map((point) => (point.meter - meter) ** 2))
  return points.map((point) => [point.chart, point.ex - ex - slope * (point.meter - meter)])
}

/** Answers about charts, judgments and timing. */
export function chartQuestionTests(answers: () => Answers): void {
  it('over-rated-charts, streams-and-accuracy and boards-by-meter', async () => {
    const { answer, exported, plays } = answers()
    const compared = plays.filter(isCompared)
    const meterOf = new Map(plays.map(({ chart, meter }) => [chart, String(meter)]))
    const meansOf = (value: (play: ExpectedPlay) => number) =>
      meansByCell(compared, (play) => `${monthOf(play)} ${play.chart}`, value)
    const ex = meansOf(({ scores }) => clamp(scores.ex, measures.ex))
    const titles = await exported.ask(
      "select chart, title || ', ' || difficulty || ' ' || meter as name, title from charts",
    )
    const titleOf = (chart: string) => titles.find((row) => row.chart === chart)
    const rated = await answer('over-rated-charts')
    compare(
      rated,
      'ex',
      ex,
      last,
      (chart) => rated.find((row) => row.name === titleOf(chart)?.name),
      half(measures.ex),
    )
    for (const [chart, above] of aboveLine(ex, meterOf)) {
      const row = rated.find(({ name }) => name === titleOf(chart)?.name)
      // Twice the error of the least played chart: that of the chart, and that of the line.
      const players = Math.min(...rated.map((each) => Number(each.players)))
      const error = (2 * 4 * noiseDeviation * Math.SQRT2 * half(measures.ex) * Math.SQRT2) / players
      expect(Math.abs(Number(row?.above) - above)).toBeLessThan(error + 0.1)
    }
    const streams = await answer('streams-and-accuracy')
    expect(streams.map((row) => row.streams).sort()).toEqual([0, 10, 20, 30, 40])
    compare(
      streams,
      'deviation',
      meansOf(({ deviation }) => clamp(Number(deviation), measures.deviation)),
      last,
      (chart) => streams.find((row) => row.title === titleOf(chart)?.title),
      half(measures.deviation),
    )
    const boards = await answer('boards-by-meter')
    const ofMeter = (meter: string) => boards.find((row) => String(row.meter) === meter)
    for (const [column, board] of [
      ['HardEX', 'hardEx'],
      ['EX', 'ex'],
      ['ITG', 'itg'],
    ] as const) {
      const means = meansOf(({ scores }) => clamp(scores[board], measures[board]))
      compare(boards, column, means, (cell) => meterOf.get(last(cell)) ?? '', ofMeter, half(measures[board]))
    }
  })

  it('judgments-by-speed', async () => {
    const { answer, exported, plays } = answers()
    const rows = await answer('judgments-by-speed')
    const charts = await exported.ask('select chart, peak_nps from charts')
    const speedOf = (chart: string) => {
      const speed = Number(charts.find((row) => row.chart === chart)?.peak_nps)
      return speed >= 16 ? '16–' : `${2 * Math.floor(speed / 2)}–${2 * Math.floor(speed / 2) + 2}`
    }
    expect([...new Set(rows.map(({ speed }) => speed))]).toEqual(['4–6', '8–10', '10–12', '16–'])
    const names = [...new Set(rows.map(({ judgment }) => judgment))]
    for (const [i, judgment] of names.entries()) {
      const share = ({ judgments }: ExpectedPlay) =>
        (100 * (judgments[i] ?? 0)) / judgments.reduce((sum, each) => sum + each, 0)
      const means = meansByCell(plays.filter(isCompared), (play) => `${monthOf(play)} ${play.chart}`, share)
      const own = rows.filter((row) => row.judgment === judgment)
      const groupOf = (cell: string) => speedOf(last(cell))
      compare(own, 'share', means, groupOf, (group) => own.find(({ speed }) => speed === group), ofShare)
    }
  })

  it('timing-within-a-chart', async () => {
    const { answer, exported, plays, published } = answers()
    const rows = await answer('timing-within-a-chart')
    const [most] = await exported.ask(
      'select chart from (select distinct month, chart, players from timing) group by chart order by sum(players) desc, chart',
    )
    const ofChart = plays.filter(({ chart }) => chart === most?.chart)
    const parts = partsOfChart(ofChart)
    const cells = await published('timing', `case when chart = '${most?.chart}' then seconds end`)
    for (const [column, value] of [
      ['later, ms', 'late'],
      ['wider, ms', 'wide'],
    ] as const) {
      const means = within(
        meansByCell(
          parts,
          ({ cell }) => cell,
          (part) => part[value],
        ),
        cells,
      )
      compare(
        rows,
        column,
        means,
        last,
        (seconds) => rows.find((row) => String(row.seconds) === seconds),
        measures.lateness.to,
      )
    }
  })

  it('pass-rate and progress-by-meter', async () => {
    const { answer, plays, published } = answers()
    const first = new Map(
      [...groupBy(plays, ({ player }) => player)].map(([player, own]) => [
        player,
        own.map(monthOf).sort()[0],
      ]),
    )
    const age = (play: ExpectedPlay) => (first.get(play.player) === monthOf(play) ? 0 : 1)
    const cellOf = (play: ExpectedPlay) => `${monthOf(play)} ${play.meter} ${age(play)}`
    const cells = await published('progress', 'meter, months_before')
    const means = (value: (play: ExpectedPlay) => number) =>
      within(meansByCell(plays.filter(isRated), cellOf, value), cells)
    const rates = await answer('pass-rate')
    const meterIn = (cell: string) => cell.split(' ')[1] ?? ''
    compare(
      rates,
      'passed',
      means(({ passed }) => (passed ? 100 : 0)),
      meterIn,
      (meter) => rates.find((row) => String(row.meter) === meter),
      ofShare,
    )
    const grown = await answer('progress-by-meter')
    const groupOf = (cell: string) =>
      `${last(cell)} ${Number(meterIn(cell)) < 9 ? 'meter 1–8' : Number(meterIn(cell)) < 12 ? 'meter 9–11' : 'meter 12–'}`
    const rowOf = (group: string) => grown.find(({ months, meters }) => `${months} ${meters}` === group)
    compare(
      grown,
      'ex',
      means(({ scores }) => scores.ex),
      groupOf,
      rowOf,
      half(measures.anyEx),
    )
  })

  it('early-or-late', async () => {
    const { answer, plays, published } = answers()
    const rows = await answer('early-or-late')
    const cells = await published('offsets', 'meter')
    const shares = plays.filter(isCompared).map((play) => ({
      player: play.player,
      cell: `${monthOf(play)} ${play.meter}`,
      shares: binShares(play),
    }))
    for (const [bin, row] of rows.entries()) {
      const means = meansByCell(
        shares,
        ({ cell }) => cell,
        (play) => 100 * (play.shares[bin] ?? 0),
      )
      compare(
        [row],
        'share',
        within(means, cells),
        () => '',
        () => row,
        ofShare,
      )
    }
  })
}
