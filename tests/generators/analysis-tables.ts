import { detailLevels } from '@stepledger/contracts/analysis/anonymity.ts'
import { boardNames } from '@stepledger/contracts/board-name.ts'
import { gaussian, oneOf, type Random, seeded, wholeNumber } from './random.ts'

export type Value = number | string | boolean | null | readonly number[]
/** Rows of published tables, by the table's name, each with all of its columns. */
export type Rows = Record<string, Record<string, Value>[]>

const months = ['2026-08-01', '2026-09-01', '2026-10-01']
const judgmentsOf: Readonly<Record<string, readonly string[]>> = {
  HardEX: ['Fantastic (10ms)', 'Fantastic (23ms)', 'Excellent', 'Great', 'Decent', 'Way Off', 'Miss'],
  EX: ['Fantastic (15ms)', 'Fantastic (23ms)', 'Excellent', 'Great', 'Decent', 'Way Off', 'Miss'],
  ITG: ['Fantastic (23ms)', 'Excellent', 'Great', 'Decent', 'Way Off', 'Miss'],
}

interface Chart {
  readonly hash: string
  readonly meter: number
  readonly nps: number
  readonly streams: number
  /** Points of EX by which it is easier than its meter. */
  readonly easier: number
}

/**
 * Published tables of a made-up community: small, and the same ones for the same seed. Players drift late, fast charts
 * are hit less well, some meters lie.
 */
export function analysisRows(seed = 17): Rows {
  const random = seeded(seed)
  const charts = Array.from({ length: 48 }, (_, i) => chartOf(random, i))
  const [easiest] = charts.toSorted((a, b) => b.easier - a.easier)
  const timed = [easiest, ...charts.slice(0, 3)].flatMap((chart) => chart ?? [])
  return {
    charts: charts.map((chart, i) => ({
      chart: chart.hash,
      title: `${oneOf(random, ['Night', 'Glass', 'Paper', 'Harbor', 'Copper', 'Signal'])} ${oneOf(random, ['Train', 'Garden', 'Static', 'Parade', 'Weather', 'Engine'])} ${i + 1}`,
      artist: `Artist ${1 + (i % 9)}`,
      steps_type: 'dance-single',
      difficulty: ['Medium', 'Hard', 'Challenge'][Math.min(2, Math.floor(chart.meter / 5))] ?? 'Hard',
      meter: chart.meter,
      length: 90 + i,
      lowest_bpm: 120,
      highest_bpm: 120 + chart.meter * 5,
      peak_nps: chart.nps,
      rows: 200 + chart.meter * 60,
      holds: 8,
      rolls: 1,
      mines: 4,
      stream_measures: chart.streams,
      packs: [1 + (i % 3)],
    })),
    packs: [1, 2, 3].map((pack) => ({ pack, name: `Pack ${pack}`, songs: 16, added: months[0] ?? '' })),
    chart_months: each(months, charts, (month, chart) => monthOfChart(random, month, chart)),
    plays: each(months, charts, (month, chart) => playsOf(random, month, chart)).flat(),
    judgments: each(months, charts, (month, chart) => judgmentsOfChart(random, month, chart)).flat(),
    timing: each(months.slice(-1), timed, (month, chart) => timingOf(random, month, chart)).flat(),
    sessions: each(
      months,
      Array.from({ length: 13 }, (_, i) => i * 15),
      (month, minute) => ({
        month,
        minute,
        plays: Math.round(900 / (1 + minute / 30)),
        offset_change: minute === 0 ? 0 : minute * 0.02 + gaussian(random) * 0.15,
        deviation_change: minute === 0 ? 0 : -1.2 + minute * 0.018 + gaussian(random) * 0.1,
        ex_change: 1.5 - minute * 0.01,
      }),
    ),
    players: Array.from({ length: 240 }, (_, i) => playerOf(random, i)),
    event_standings: each(
      [...boardNames],
      Array.from({ length: 16 }, (_, i) => i),
      (board, i) => ({
        event: 'autumn-cup',
        round: 0,
        board,
        from_rank: i * 5 + 1,
        to_rank: i * 5 + 5,
        players: 5,
        points: Math.round(9000 * Math.exp(-i / (8 - boardNames.indexOf(board)))),
        charts: Math.max(3, 40 - 2 * i),
      }),
    ),
  }
}

function each<A, B, C>(many: readonly A[], others: readonly B[], make: (a: A, b: B) => C): C[] {
  return many.flatMap((a) => others.map((b) => make(a, b)))
}

function chartOf(random: Random, i: number): Chart {
  const meter = 4 + (i % 12)
  return {
    hash: (i + 1).toString(16).padStart(16, 'c'),
    meter,
    nps: Math.round((2 + meter * 0.75 + random() * 2) * 100) / 100,
    streams: meter < 7 ? 0 : Math.round((meter - 6) * 12 * random()),
    easier: Math.round(gaussian(random) * 50) / 10,
  }
}

const usualEx = (chart: Chart) => Math.min(99, 97 - chart.meter * 1.4 + chart.easier)
const spreadOf = (chart: Chart) => 9 + chart.nps * 0.7 + chart.streams * 0.06

function monthOfChart(random: Random, month: string, chart: Chart) {
  const plays = wholeNumber(random, 8, 60)
  const ex = usualEx(chart) + gaussian(random)
  return {
    month,
    chart: chart.hash,
    plays,
    passed: Math.round(plays * passRateOf(chart)),
    mean_offset: gaussian(random),
    mean_absolute_offset: spreadOf(chart) * 0.8,
    deviation: spreadOf(chart) + gaussian(random) * 0.5,
    hard_ex: Math.max(0, ex - 6),
    ex,
    itg: Math.min(100, ex + 2),
  }
}

const passRateOf = ({ meter }: Chart) => Math.min(0.98, Math.max(0.2, 1.15 - meter * 0.06))

function playsOf(random: Random, month: string, chart: Chart) {
  return Array.from({ length: 14 }, (_, i) => {
    const detail = wholeNumber(random, 1, detailLevels.length)
    const level = detailLevels[detail - 1] ?? ''
    const exact = level.includes('to the point')
    const rate = oneOf(random, [1, 1, 1, 1, 0.9, 1.1, 1.2])
    const ex = Math.min(100, Math.round(usualEx(chart) - (rate - 1) * 40 + gaussian(random) * 3))
    return {
      play: `${chart.hash.slice(-4)}${month.replaceAll('-', '')}${i.toString().padStart(4, '0')}`,
      month,
      played: `${month} ${level.startsWith('hour') ? `${10 + i}:00:00` : '00:00:00'}`,
      detail,
      chart: level.includes('chart') ? chart.hash : null,
      steps_type: 'dance-single',
      meter: chart.meter,
      rate: exact ? rate : null,
      passed: i === 13 ? null : random() < passRateOf(chart),
      ranked: level.includes('score') ? rate >= 1 : null,
      hard_ex: exact ? Math.max(0, ex - 6) : null,
      ex: !level.includes('score') ? null : exact ? ex : Math.floor(ex / 5) * 5,
      itg: exact ? Math.min(100, ex + 2) : null,
    }
  })
}

function judgmentsOfChart(random: Random, month: string, chart: Chart) {
  const plays = wholeNumber(random, 8, 60)
  return boardNames.flatMap((board) =>
    (judgmentsOf[board] ?? []).map((judgment, i) => ({
      month,
      chart: chart.hash,
      board,
      nth: i + 1,
      judgment,
      plays,
      count: Math.round(plays * 400 * Math.exp(-i * (2.6 - chart.nps * 0.12))),
    })),
  )
}

function timingOf(random: Random, month: string, chart: Chart) {
  return Array.from({ length: 240 }, (_, row) => {
    const seconds = row / 2
    const late = -2 + 3 * Math.sin(seconds / 18)
    const offsets = Array.from({ length: 12 }, () => Math.round(late + gaussian(random) * spreadOf(chart)))
    return {
      month,
      chart: chart.hash,
      row: row + 1,
      seconds,
      offsets: offsets.sort((a, b) => a - b),
      missed: wholeNumber(random, 0, 2),
    }
  })
}

function playerOf(random: Random, i: number) {
  const level = oneOf(random, [6, 9, 12, 15])
  const plays = oneOf(random, [10, 100, 1000])
  const gain = Math.max(0, Math.round((Math.log10(plays) * (18 - level) * 0.4 + gaussian(random)) / 2) * 2)
  return {
    player: (i + 1).toString(16).padStart(16, '0'),
    country: oneOf(random, ['276', '840', 'other', null]),
    since: wholeNumber(random, 2022, 2026),
    plays,
    level: i % 20 === 0 ? null : level,
    gain: i % 15 === 0 ? null : gain,
  }
}
