import { noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import { type Measure, measures } from '@stepledger/contracts/analysis/measure.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PackedRows } from '@stepledger/contracts/play/columns.ts'
import { unpackOffsets, unpackTimes } from '@stepledger/contracts/play/unpack-rows.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  binShares,
  changesInSessions,
  clamp,
  type ExpectedPlay,
  gains,
  groupBy,
  isCompared,
  isRated,
  type Mean,
  meansByCell,
  monthOf,
  partsOfChart,
  weightedMean,
} from './expected-answers.ts'
import { type Export, type ExportedHistory, exportedHistory } from './exported-history.ts'

type Row = Readonly<Record<string, unknown>>

/** Half of a range, which the error of a mean is counted in; a percentage is a sum of parts of 1. */
const half = ({ from, to }: Measure) => (to - from) / 2
const ofShare = 100

/** The answers of docs/analysis.md beside what the plays themselves say, within four standard deviations of the noise. */
describe('the answer to', () => {
  let given: ExportedHistory
  let exported: Export
  let plays: ExpectedPlay[]

  beforeAll(async () => {
    given = await exportedHistory()
    exported = await given.export('2026-12-10')
    plays = await truePlays()
  })
  afterAll(() => given.stop())

  const answer = (name: string): Promise<Row[]> =>
    exported.ask(questions.find((each) => each.name === name)?.sql ?? '')
  /** The cells that were published, of all that there are. */
  const published = async (table: string, columns: string) => {
    const rows = await exported.ask(
      `select concat_ws(' ', strftime(month, '%Y-%m'), ${columns}) as cell from ${table}`,
    )
    return new Set(rows.map(({ cell }) => String(cell)))
  }
  const expectNear = (found: unknown, truth: Mean, cells: number, unit: number) => {
    const error = (noiseDeviation * Math.SQRT2 * unit * Math.sqrt(cells)) / truth.players
    expect(Math.abs(Number(found) - truth.mean)).toBeLessThan(4 * error + 0.02)
  }
  /** Each group of cells beside a value of the answer. */
  const compare = (
    rows: readonly Row[],
    column: string,
    means: ReadonlyMap<string, Mean>,
    groupOf: (cell: string) => string,
    rowOf: (group: string) => Row | undefined,
    unit: number,
  ) => {
    const groups = groupBy([...means.keys()], groupOf)
    expect(groups.size).toBe(rows.length)
    for (const [group, cells] of groups) {
      const truth = weightedMean(cells.flatMap((cell) => means.get(cell) ?? []))
      expectNear(rowOf(group)?.[column], truth, cells.length, unit)
    }
  }
  const within = (means: ReadonlyMap<string, Mean>, cells: ReadonlySet<string>) =>
    new Map([...means].filter(([cell]) => cells.has(cell)))
  const last = (cell: string) => cell.split(' ').at(-1) ?? ''

  it('session-drift', async () => {
    const rows = await answer('session-drift')
    const changes = changesInSessions(plays)
    const cells = await published('sessions', 'minute')
    for (const [column, value] of [
      ['later, ms', 'offset'],
      ['wider, ms', 'deviation'],
    ] as const) {
      const means = within(
        meansByCell(
          changes,
          ({ cell }) => cell,
          (change) => change[value],
        ),
        cells,
      )
      compare(
        rows,
        column,
        means,
        last,
        (minute) => rows.find((row) => String(row.minute) === minute),
        half(measures.change),
      )
    }
  })

  it('over-rated-charts, streams-and-accuracy and boards-by-meter', async () => {
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
    const streams = await answer('streams-and-accuracy')
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

  it('who-improves', async () => {
    const rows = await answer('who-improves')
    const means = within(
      meansByCell(
        gains(plays),
        ({ cell }) => cell,
        ({ gain }) => gain,
      ),
      await published('players', 'level, plays'),
    )
    const rowOf = (group: string) =>
      rows.find(({ level, played }) => group === `${level} ${String(played).split(' ')[1]}`)
    compare(rows, 'gain', means, (cell) => cell.slice(8), rowOf, half(measures.change))
  })

  it('judgments-by-speed', async () => {
    const rows = await answer('judgments-by-speed')
    const speeds = new Set(rows.map(({ speed }) => speed))
    expect(speeds.size).toBe(1)
    for (const [i, row] of rows.entries()) {
      const share = ({ judgments }: ExpectedPlay) =>
        (100 * (judgments[i] ?? 0)) / judgments.reduce((sum, each) => sum + each, 0)
      const means = meansByCell(plays.filter(isCompared), (play) => `${monthOf(play)} ${play.chart}`, share)
      compare(
        [row],
        'share',
        means,
        () => '',
        () => row,
        ofShare,
      )
    }
  })

  it('timing-within-a-chart', async () => {
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

  it('active-players, who-comes-back and hours-of-play', async () => {
    const players = (of: readonly ExpectedPlay[]) => new Set(of.map(({ player }) => player))
    const [october, november] = ['2026-10', '2026-11'].map((month) =>
      players(plays.filter((play) => monthOf(play) === month)),
    )
    if (!october || !november) throw new Error('there are two months')
    const stayed = [...november].filter((player) => october.has(player)).length
    const fresh = november.size - stayed
    const active = await answer('active-players')
    const near = (found: unknown, truth: number) =>
      expect(Math.abs(Number(found) - truth)).toBeLessThan(4 * noiseDeviation + 1)
    near(active[0]?.players, october.size)
    near(active[1]?.players, november.size)
    near(active[0]?.['new players'], october.size)
    near(active[1]?.['new players'], fresh)
    const [, later] = await answer('who-comes-back')
    const share = (100 * stayed) / october.size
    expect(Math.abs(Number(later?.share) - share)).toBeLessThan(
      (4 * noiseDeviation * Math.SQRT2 * 100) / october.size,
    )
    for (const { hour, players: found } of await answer('hours-of-play')) {
      const counts = ['2026-10', '2026-11'].map(
        (month) =>
          players(plays.filter((play) => monthOf(play) === month && new Date(play.at).getUTCHours() === hour))
            .size,
      )
      // Of months that show the hour: one of them, or both.
      const [least = 0, most = 0] = counts.toSorted((a, b) => a - b)
      expect(Number(found)).toBeGreaterThan(least - 4 * noiseDeviation - 1)
      expect(Number(found)).toBeLessThan(most + 4 * noiseDeviation + 1)
    }
  })

  it('event-gaps', async () => {
    const rows = await answer('event-gaps')
    const { schema } = await given.live()
    const { rows: totals } = await given.database.pool.query(
      `select e.state->'document'->'boards'->>t.board as board, t.points from ${schema}.event_totals t
       join ${schema}.events e on e.slug = t.slug where t.round = 0`,
    )
    for (const row of await exported.ask('select * from event_standings')) {
      const true_ = totals.filter(
        ({ board, points }) =>
          board === row.board && points >= Number(row.from_points) && points <= Number(row.to_points),
      )
      expect(Math.abs(true_.length - Number(row.players))).toBeLessThan(4 * noiseDeviation + 1)
    }
    for (const { board, points, rank } of rows) {
      const better = totals.filter((total) => total.board === board && total.points > Number(points)).length
      // Bands of few players are not counted, and a band is as wide as it is.
      expect(Math.abs(better - Number(rank))).toBeLessThan(80)
    }
  })

  async function truePlays(): Promise<ExpectedPlay[]> {
    const { schema } = await given.live()
    const { rows } = await given.database.pool.query(`
      select p.id::int as id, p.player, p.chart, c.meter, p.played_at as at, p.passed, p.rate, p.eligible as ranked, p.hundredths,
        p.statistics[2] as mean, p.statistics[3] as deviation, p.judgments, p.partition, p."offset"
      from ${schema}.plays p join ${schema}.charts c on c.hash = p.chart
      where p.withdrawn_at is null and p.autoplay is not true`)
    const steps = new Map<string, PackedRows>()
    const ends = await given.ledger.ends('events')
    const batches = given.ledger.read(
      'events',
      ends.map(() => 0),
      { to: ends },
    )
    for await (const batch of batches)
      for (const { partition, offset, bytes } of batch) {
        const event = decodeEvent(bytes)
        if (event?.type === 'PlaySubmitted') steps.set(`${partition} ${offset}`, event.data.rows)
      }
    return rows.map(({ hundredths, judgments, partition, offset, ...row }) => {
      const packed = row.ranked ? steps.get(`${partition} ${offset}`) : undefined
      const [hardEx, ex, itg] = hundredths.map((score: number) => score / 100)
      return {
        ...row,
        scores: { hardEx, ex, itg },
        judgments: judgments.slice(0, 7),
        times: packed ? [...unpackTimes(packed)] : [],
        offsets: packed ? [...unpackOffsets(packed)] : [],
      }
    })
  }
})
