import { boardNames } from '@stepledger/contracts/board-name.ts'
import { gaussian, oneOf, type Random, seeded, wholeNumber } from './random.ts'

export type Value = number | string | boolean | null | readonly number[]
/** Rows of the published tables with all columns, by table name. */
export type Rows = Record<string, Record<string, Value>[]>

const months = ['2026-08-01', '2026-09-01', '2026-10-01']
const meters = Array.from({ length: 12 }, (_, i) => 4 + i)
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
  /** EX points by which the chart is easier than its meter says. */
  readonly easier: number
}

/**
 * The published tables of a small generated community, deterministic by seed. Players drift late, fast charts are hit
 * less precisely, some meters are wrong.
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
    scores: each(months, charts, (month, chart) => scoresOf(random, month, chart)).flat(),
    judgments: each(months, charts, (month, chart) => judgmentsOfChart(random, month, chart)).flat(),
    timing: each(months.slice(-1), timed, (month, chart) => timingOf(random, month, chart)).flat(),
    offsets: each(months, meters, (month, meter) => offsetsOf(random, month, meter)).flat(),
    sessions: each(months, [15, 30, 60], (month, minute) => ({
      month,
      minute,
      players: Math.round(400 / (1 + minute / 30)),
      offset_change: minute * 0.02 + gaussian(random) * 0.15,
      deviation_change: -1.2 + minute * 0.018 + gaussian(random) * 0.1,
      ex_change: 1.5 - minute * 0.01,
    })),
    players: each(months, [6, 9, 12, 15], (month, level) =>
      [10, 100].map((plays) => playersOf(random, month, level, plays)),
    ).flat(),
    progress: each(months, meters, (month, meter) =>
      [0, 1, 2, 3, 6, 12, 24].map((age) => progressOf(random, month, meter, age)),
    ).flat(),
    retention: each(months, [null, ...months], (month, first) => retentionOf(random, month, first)).flat(),
    hours: each(
      months,
      Array.from({ length: 24 }, (_, hour) => hour),
      (month, hour) => hoursOf(random, month, hour),
    ).flat(),
    countries: each(months, ['276', '392', '840'], (month, country) => ({
      month,
      country,
      players: wholeNumber(random, 30, 200),
    })),
    event_standings: each(
      [...boardNames],
      Array.from({ length: 9 }, (_, i) => i),
      (board, i) => ({
        event: 'autumn-cup',
        board,
        from_points: Math.ceil(10 ** (2 + i / 3)),
        to_points: Math.ceil(10 ** (2 + (i + 1) / 3)) - 1,
        players: 25 + Math.round(60 * Math.exp(-((i - 4 - boardNames.indexOf(board)) ** 2) / 6)),
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
  const players = wholeNumber(random, 25, 160)
  const ex = usualEx(chart) + gaussian(random)
  return {
    month,
    chart: chart.hash,
    players,
    passed: 100 * passRateOf(chart.meter),
    ranked_players: Math.round(players * 0.9) < 25 ? null : Math.round(players * 0.9),
    ...(Math.round(players * 0.9) < 25
      ? { hard_ex: null, ex: null, itg: null, mean_offset: null, mean_absolute_offset: null, deviation: null }
      : {
          hard_ex: Math.max(20, ex - 6),
          ex,
          itg: Math.min(100, ex + 2),
          mean_offset: gaussian(random),
          mean_absolute_offset: spreadOf(chart) * 0.8,
          deviation: spreadOf(chart) + gaussian(random) * 0.5,
        }),
  }
}

const passRateOf = (meter: number) => Math.min(0.98, Math.max(0.2, 1.15 - meter * 0.06))

function scoresOf(random: Random, month: string, chart: Chart) {
  return [true, false].map((passed) => ({
    month,
    steps_type: 'dance-single',
    meter: chart.meter,
    ranked: passed,
    passed,
    ex: 5 * Math.floor((usualEx(chart) - (passed ? 0 : 30)) / 5),
    players: wholeNumber(random, 25, 90),
  }))
}

function judgmentsOfChart(random: Random, month: string, chart: Chart) {
  const players = wholeNumber(random, 25, 160)
  return boardNames.flatMap((board) => {
    const names = judgmentsOf[board] ?? []
    const weights = names.map((_, i) => Math.exp(-i * (2.6 - chart.nps * 0.12)))
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    return names.map((judgment, i) => ({
      month,
      chart: chart.hash,
      board,
      nth: i + 1,
      judgment,
      players,
      share: (100 * (weights[i] ?? 0)) / whole,
    }))
  })
}

function timingOf(random: Random, month: string, chart: Chart) {
  const players = wholeNumber(random, 60, 160)
  return Array.from({ length: 24 }, (_, i) => ({
    month,
    chart: chart.hash,
    seconds: i * 5,
    steps: wholeNumber(random, 8, 30),
    players,
    late: 3 * Math.sin(i / 3.6) + gaussian(random) * 0.5,
    wide: Math.cos(i / 5) + gaussian(random) * 0.4,
  }))
}

function offsetsOf(random: Random, month: string, meter: number) {
  const players = wholeNumber(random, 60, 240)
  const spread = 12 + meter
  const weights = Array.from({ length: 12 }, (_, i) => Math.exp(-(((i * 10 - 53) / spread) ** 2) / 2))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight, i) => ({
    month,
    steps_type: 'dance-single',
    meter,
    ms: i * 10 - 60,
    players,
    share: (100 * weight) / whole + gaussian(random) * 0.3,
  }))
}

function playersOf(random: Random, month: string, level: number, plays: number) {
  const gain = Math.log10(plays) * (18 - level) * 0.3 + gaussian(random) * 0.3
  return { month, level, plays, players: wholeNumber(random, 30, 120), gain }
}

function progressOf(random: Random, month: string, meter: number, age: number) {
  return {
    month,
    steps_type: 'dance-single',
    meter,
    months_before: age,
    players: wholeNumber(random, 25, 140),
    passed: Math.min(100, 100 * passRateOf(meter) + age * 0.4),
    ex: Math.min(99, 88 - meter * 1.8 + Math.sqrt(age) * 2 + gaussian(random) * 0.4),
  }
}

function retentionOf(random: Random, month: string, first: string | null) {
  const age = first === null ? 0 : months.indexOf(month) - months.indexOf(first)
  if (age < 0) return []
  const players = first === null ? 480 : Math.round(90 * 0.62 ** age)
  return [{ month, first_month: first, players: players + wholeNumber(random, 0, 20) }]
}

function hoursOf(random: Random, month: string, hour: number) {
  const players = 30 + Math.round(120 * Math.exp(-(((hour - 19) / 4) ** 2) / 2)) + wholeNumber(random, 0, 8)
  const weekdays =
    hour === 0
      ? Array.from({ length: 7 }, (_, i) => ({ month, weekday: i + 1, hour: null, players: 150 + 20 * i }))
      : []
  return [...weekdays, { month, weekday: null, hour, players }]
}
