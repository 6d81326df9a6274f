import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { firstRules, originalRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { playToScoreOf, times } from '../../tests/generators/play-to-score.ts'
import { type SampleName, samplePlays } from '../../tests/generators/sample-plays.ts'
import { percentText } from './percent-text.ts'
import { playToScore, type SentRadar } from './play-to-score.ts'
import { compileRules, type ScoredPlay } from './score-play.ts'

const scorer = compileRules(firstRules)
const miss = Number.NaN
const percents = (scored: ScoredPlay) => scored.systems.map((s) => percentText(s.hundredths)).join(' / ')
const grades = (scored: ScoredPlay) => scored.systems.map((s) => s.grade)
const radar = (holds: [number, number], mines: [number, number], rolls: [number, number]): SentRadar => ({
  holds,
  mines,
  rolls,
})

/** Rows in each window (10, 15, 23, 44.5, 103.5, 136.5, 181.5 ms) and misses. */
function offsetsOf(...rows: number[]): number[] {
  const each = [0.004, -0.012, 0.019, -0.04, 0.1, -0.13, 0.17, miss]
  return rows.flatMap((count, i) => times(count, each[i] ?? miss))
}

const known: readonly {
  sample: SampleName
  rows: number[]
  radar: SentRadar
  percents: string
  grade: string
}[] = [
  {
    sample: 'basic-score',
    rows: [2, 2, 2, 2],
    radar: radar([4, 4], [0, 0], [0, 0]),
    percents: '78.12 / 87.50 / 96.66',
    grade: 'star',
  },
  {
    sample: 'really-bad-score',
    rows: [0, 0, 0, 0, 2, 1, 1, 4],
    radar: radar([0, 1], [0, 0], [1, 1]),
    percents: '3.33 / 10.00 / 0.00',
    grade: 'D',
  },
  {
    sample: 'more-interesting-score',
    rows: [5, 5, 2, 4, 3],
    radar: radar([4, 4], [12, 16], [0, 0]),
    percents: '60.28 / 73.75 / 67.82',
    grade: 'C+',
  },
  {
    sample: 'full-score',
    rows: [130, 53, 77, 99, 42, 0, 0, 4],
    radar: radar([26, 26], [33, 33], [13, 13]),
    percents: '67.49 / 78.99 / 86.80',
    grade: 'A+',
  },
  {
    sample: 'destroy-pass',
    rows: [774, 104, 40, 5, 5],
    radar: radar([106, 106], [0, 0], [1, 1]),
    percents: '96.95 / 98.80 / 99.61',
    grade: 'tristar',
  },
]

describe('the first rules', () => {
  it.each(known)(
    'give a play like $sample the percents $percents',
    ({ rows, radar, percents: expected, grade }) => {
      const scored = scorer.score(playToScoreOf(offsetsOf(...rows), { radar }))
      expect(percents(scored)).toBe(expected)
      expect(grades(scored)).toEqual([grade, grade, grade])
    },
  )

  const samples = samplePlays()
  it.each(known.filter(({ sample }) => samples.has(sample)))(
    'give the real $sample $percents',
    ({ sample, percents: expected, grade }) => {
      const sent = samples.get(sample)
      const read = readPlayBody(sent ?? {}, sent?.hash ?? '')
      if (!read.ok) throw new Error(JSON.stringify(read.problems))
      const scored = scorer.score(playToScore(packPlay(read.body).data, null))
      expect(percents(scored)).toBe(expected)
      expect(grades(scored)).toEqual([grade, grade, grade])
      // of the samples only destroy-pass counts
      expect(scored.eligible).toBe(sample === 'destroy-pass')
    },
  )

  it('cut the percent off as the game does: 28.5 of 50 is 56.99', () => {
    const play = playToScoreOf(offsetsOf(3, 0, 6, 0, 0, 0, 0, 1), { radar: radar([0, 15], [0, 0], [0, 0]) })
    const [hardEx, ex] = scorer.score(play).systems
    expect([hardEx?.hundredths, ex?.hundredths]).toEqual([5699, 5699])
  })

  it('list the judgments of each system, best first, zeros and misses included', () => {
    const scored = scorer.score(playToScoreOf(offsetsOf(1, 2, 3, 4, 5, 0, 6, 7)))
    const listed = scored.systems.map((s) => s.judgments.map((j) => `${j.name} ${j.value}`))
    const common = ['Excellent 4', 'Great 5', 'Decent 0', 'Way Off 6', 'Miss 7']
    expect(listed).toEqual([
      ['Fantastic (10ms) 1', 'Fantastic (23ms) 5', ...common],
      ['Fantastic (15ms) 3', 'Fantastic (23ms) 3', ...common],
      ['Fantastic (23ms) 6', ...common],
    ])
  })

  it('take the edge of a window as inside, early or late, and the next number as outside', () => {
    const judged = (offset: number) =>
      scorer.score(playToScoreOf([offset])).systems.map((s) => s.judgments.findIndex((j) => j.value === 1))
    const edges: [number, number[], number[]][] = [
      [0.01, [0, 0, 0], [1, 0, 0]],
      [0.015, [1, 0, 0], [1, 1, 0]],
      [0.023, [1, 1, 0], [2, 2, 1]],
      [0.0445, [2, 2, 1], [3, 3, 2]],
      [0.1035, [3, 3, 2], [4, 4, 3]],
      [0.1365, [4, 4, 3], [5, 5, 4]],
      [0.1815, [5, 5, 4], [6, 6, 5]],
    ]
    for (const [edge, inside, outside] of edges) {
      expect(judged(edge)).toEqual(inside)
      expect(judged(-edge)).toEqual(inside)
      expect(judged(edge * (1 + Number.EPSILON))).toEqual(outside)
      // the float32 nearest to 44.5 ms, as the game prints it, lies beyond or before the edge as the doubles say
      const printed = Number(Math.fround(edge).toPrecision(14))
      expect(judged(printed)).toEqual(printed <= edge ? inside : outside)
    }
    expect(judged(Number.POSITIVE_INFINITY)).toEqual([6, 6, 5])
    expect(judged(5)).toEqual([6, 6, 5])
  })

  it('never give more for holds and rolls than exist', () => {
    const honest = playToScoreOf(offsetsOf(0, 0, 0, 5), { radar: radar([3, 3], [2, 2], [1, 1]) })
    const boasting = { ...honest, radar: radar([300, 3], [200, 2], [100, 1]) }
    expect(scorer.score(boasting)).toEqual(scorer.score(honest))
    expect(scorer.score(boasting).radar).toEqual({
      holdsHeld: 3,
      holdsTotal: 3,
      minesDodged: 2,
      minesTotal: 2,
      rollsHit: 1,
      rollsTotal: 1,
    })
  })

  it('take points for mines and misses, but never below 0', () => {
    const mines = scorer.score(playToScoreOf(offsetsOf(10), { radar: radar([0, 0], [8, 10], [0, 0]) }))
    expect(percents(mines)).toBe('94.28 / 94.28 / 76.00')
    const misses = scorer.score(playToScoreOf(offsetsOf(1, 0, 0, 0, 0, 0, 0, 9)))
    expect(percents(misses)).toBe('10.00 / 10.00 / 0.00')
  })

  it.each([
    ['500 of 505', offsetsOf(100, 0, 0, 0, 0, 1), '99.00', '99.01'],
    ['285 of 500', offsetsOf(57, 0, 0, 0, 0, 43), '56.99', '57.00'],
    ['643 of 645', offsetsOf(127, 0, 0, 2), '99.68', '99.69'],
  ])(
    'give the ITG percent that the game shows, under the successor of the original rules: %s',
    (_, offsets, original, game) => {
      const [before, after] = [originalRules, firstRules].map((rules) =>
        percents(compileRules(rules).score(playToScoreOf(offsets))).split(' / '),
      )
      expect([before?.[2], after?.[2]]).toEqual([original, game])
      expect(after?.slice(0, 2)).toEqual(before?.slice(0, 2))
    },
  )

  it('give statistics in milliseconds without the misses, also those that are numbers', () => {
    const scored = scorer.score(playToScoreOf([0.01, -0.02, 0.04, miss, 0.2, -3]))
    expect(scored.statistics?.meanAbsolute).toBeCloseTo(70 / 3, 9)
    expect(scored.statistics?.mean).toBeCloseTo(10, 9)
    expect(scored.statistics?.deviation).toBeCloseTo(Math.sqrt((0 + 900 + 900) / 3), 9)
    expect(scored.statistics?.max).toBeCloseTo(40, 9)
    expect(scorer.score(playToScoreOf(times(9, -0.0123))).statistics?.deviation).toBe(0)
    expect(scorer.score(playToScoreOf([miss, miss])).statistics).toBeNull()
  })
})

describe('a failed play', () => {
  const lifebar = (points: [number, number][]) => () => ({
    x: Float64Array.from(points, ([x]) => x),
    y: Float64Array.from(points, ([, y]) => y),
  })
  // ten rows at seconds 0 to 9: five hit, then missed ones
  const offsets = offsetsOf(5, 0, 0, 0, 0, 0, 0, 5)
  const failedAt5 = lifebar([
    [9, 0],
    [0, 0.5],
    [5, 0],
    [4.9, 0.1],
  ])

  it('is graded F and does not lose points after the lifebar is empty', () => {
    const scored = scorer.score(playToScoreOf(offsets, { passed: false, lifebar: failedAt5 }))
    expect(percents(scored)).toBe('50.00 / 50.00 / 50.00')
    expect(grades(scored)).toEqual(['F', 'F', 'F'])
    expect(scored.systems[2]?.judgments).toContainEqual({ name: 'Miss', value: 5 })
    expect(scored.provisional).toBe(true)
  })

  it('earns nothing at the very moment of the first empty point, nor after', () => {
    const hits = offsetsOf(10)
    const scored = scorer.score(playToScoreOf(hits, { passed: false, lifebar: failedAt5 }))
    expect(percents(scored)).toBe('50.00 / 50.00 / 50.00')
  })

  it('counts every row when no point of the lifebar is empty', () => {
    const alive = lifebar([
      [0, 0.5],
      [9, 0.01],
    ])
    for (const bar of [alive, () => null]) {
      const scored = scorer.score(playToScoreOf(offsets, { passed: false, lifebar: bar }))
      expect(percents(scored)).toBe('50.00 / 50.00 / 0.00')
    }
  })

  it("is measured by the chart's own counts, the ones with most rows, while its holds, rolls and mines count in full", () => {
    const play = playToScoreOf(offsets, {
      passed: false,
      lifebar: failedAt5,
      radar: radar([1, 2], [3, 4], [0, 0]),
      counts: [
        { rows: 12, holds: 2, rolls: 0, mines: 4 },
        { rows: 18, holds: 2, rolls: 0, mines: 4 },
      ],
    })
    const scored = scorer.score(play)
    // HardEX and EX: (5 × 3.5 + 1 − 1) of (18 × 3.5 + 2); ITG: (25 + 5 − 6) of (90 + 10)
    expect(percents(scored)).toBe('26.92 / 26.92 / 24.00')
    expect(scored.provisional).toBe(false)
    expect(scored.reasons.map((r) => r.code)).toEqual(['failed'])
  })

  it.each([
    ['of 96 steps', 31, 6, 96, '19.35', '6.25'],
    ['of four hours', 35, 11, 75_000, '31.42', '0.01'],
  ])(
    'on an unknown chart %s is measured by the rows that the game expected',
    (_, rows, hits, expectedRows, own, game) => {
      const failed = {
        passed: false,
        lifebar: lifebar([[hits, 0]]),
      }
      const offsets = offsetsOf(hits, 0, 0, 0, 0, 0, 0, rows - hits)
      const scoreOf = (more: object) => scorer.score(playToScoreOf(offsets, { ...failed, ...more }))
      expect(percents(scoreOf({})).split(' / ')[2]).toBe(own)
      const expected = scoreOf({ expectedRows })
      expect(percents(expected).split(' / ')[2]).toBe(game)
      expect([expected.provisional, expected.reasons.map((r) => r.code)]).toEqual([true, ['failed']])
      // The chart of a pack, fewer rows than were sent, and a passed play are measured as without it.
      const counts = [{ rows: 40, holds: 0, rolls: 0, mines: 0 }]
      expect(scoreOf({ expectedRows, counts }).systems).toEqual(scoreOf({ counts }).systems)
      expect(scoreOf({ expectedRows: rows - 1 }).systems).toEqual(scoreOf({}).systems)
      expect(scoreOf({ expectedRows, passed: true }).systems).toEqual(scoreOf({ passed: true }).systems)
    },
  )

  it('is judged as any other when the game did not say that it failed', () => {
    const scored = scorer.score(playToScoreOf(offsets, { passed: null, lifebar: failedAt5 }))
    expect(percents(scored)).toBe('50.00 / 50.00 / 0.00')
    expect(grades(scored)).toEqual(['D', 'D', 'D'])
  })
})
