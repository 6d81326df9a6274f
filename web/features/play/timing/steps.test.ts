import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missRail, offsetToY, timeToX, timingPlot } from './plot.ts'
import {
  countSides,
  judge,
  judgeAll,
  judgmentName,
  ms,
  nearestIndex,
  type StepField,
  songTime,
  statisticsOfSteps,
  stepSentence,
  stepsOf,
  stepsWithin,
  stepUnder,
  windowEdge,
} from './steps.ts'

describe('early and late', () => {
  it('are counted per judgment, misses on neither side', () => {
    const windows = [
      { name: 'Fantastic (10ms)', seconds: 0.01 },
      { name: 'Excellent', seconds: 0.0445 },
    ]
    const steps = stepsOf([
      [1, 0],
      [2, -0.004],
      [3, 0.02],
      [4, 0.03],
      [5, 'Miss'],
    ])
    expect(countSides({ steps, judgments: judgeAll(windows, steps), miss: 2 })).toEqual([
      { early: 1, late: 0, all: 2 },
      { early: 0, late: 2, all: 2 },
      { early: 0, late: 0, all: 1 },
    ])
  })
})

describe('numbers of a step', () => {
  it('formats song time as a clock', () => {
    expect(songTime(86.2084, 3)).toBe('1:26.208')
    expect(songTime(59.9996, 3)).toBe('1:00.000')
    expect(songTime(-0.25, 3)).toBe('−0:00.250')
    expect(songTime(120)).toBe('2:00')
    expect(songTime(3725)).toBe('1:02:05')
  })

  it('formats ms with a typographic minus, and 0 without a sign', () => {
    expect(ms(-5.93, 1)).toBe('−5.9')
    expect(ms(5.93, 1, true)).toBe('+5.9')
    expect(ms(-0.01, 1, true)).toBe('0.0')
  })

  it('describes a step for screen readers', () => {
    const windows = [{ name: 'Fantastic (10ms)', seconds: 0.01 }]
    expect(stepSentence(640, 1051, 86.208, -0.0059, 0, windows)).toBe(
      'Step 641 of 1,051, 1:26.208, 5.9 ms early, Fantastic (10ms)',
    )
    expect(stepSentence(0, 1, 2, Number.NaN, 1, windows)).toBe('Step 1 of 1, 0:02.000, Miss')
  })
})

function windowsOf(system: string) {
  const windows = firstRules.systems.find(({ name }) => name === system)?.windows ?? []
  return windows.map(({ judgment, seconds }) => ({ name: judgment, seconds }))
}

describe('judging an offset', () => {
  const name = (system: string, offset: number) =>
    judgmentName(windowsOf(system), judge(windowsOf(system), offset))

  it("uses the active system's windows", () => {
    expect(name('HardEX', 0.012)).toBe('Fantastic (23ms)')
    expect(name('EX', 0.012)).toBe('Fantastic (15ms)')
    expect(name('ITG', 0.012)).toBe('Fantastic (23ms)')
  })

  it('counts the edge of a window as inside, early as late', () => {
    expect(name('HardEX', 0.01)).toBe('Fantastic (10ms)')
    expect(name('HardEX', -0.01)).toBe('Fantastic (10ms)')
    expect(name('ITG', -0.1035)).toBe('Great')
    expect(name('ITG', 0.10351)).toBe('Decent')
  })

  it('counts offsets beyond the widest window and missed steps as misses', () => {
    for (const offset of [0.1816, -3, Number.NaN]) expect(name('EX', offset)).toBe('Miss')
  })

  it('judges a whole play the same way', () => {
    const offsets = [0, 0.0099, -0.0101, 0.03, -0.1, 0.13, 0.18, 0.2]
    const steps = stepsOf([...offsets.map((o, i): [number, number] => [i, o]), [9, 'Miss']])
    for (const system of ['HardEX', 'EX', 'ITG']) {
      const windows = windowsOf(system)
      expect([...judgeAll(windows, steps)]).toEqual([...offsets, Number.NaN].map((o) => judge(windows, o)))
    }
  })

  it('labels edges in exact ms', () => {
    expect(windowsOf('HardEX').map(windowEdge)).toEqual([10, 23, 44.5, 103.5, 136.5, 181.5])
  })
})

const moment = fc.integer({ min: -20, max: 220 }).map((n) => n / 2)

describe('the visible steps', () => {
  it('are those within the span, including jacks and the bounds', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 40 }), moment, moment, (times, a, b) => {
        const span = { from: Math.min(a, b), to: Math.max(a, b) }
        const steps = stepsOf(times.map((time) => [time, 0]))
        const range = stepsWithin(steps, span)
        const within = [...steps.times].filter((time) => time >= span.from && time <= span.to)
        expect([...steps.times.subarray(range.from, range.to)]).toEqual(within)
      }),
    )
  })

  it('have their own statistics, without misses', () => {
    const steps = stepsOf([
      [1, 0.01],
      [2, 'Miss'],
      [3, -0.02],
      [4, 0.5],
      [5, 0.03],
    ])
    const field = { steps, judgments: Uint8Array.of(0, 1, 0, 1, 0), miss: 1 }
    const first = statisticsOfSteps(field, { from: 0, to: 3 })
    expect(first?.meanAbsolute).toBeCloseTo(15)
    expect(first?.mean).toBeCloseTo(-5)
    expect(first?.deviation).toBeCloseTo(15)
    expect(first?.max).toBeCloseTo(20)
    expect(statisticsOfSteps(field, { from: 3, to: 4 })).toBeNull()
  })
})

describe('the steps of a play', () => {
  it('keep time and offset; a miss is NaN', () => {
    const steps = stepsOf([
      [1, 0.004],
      [2, 'Miss'],
    ])
    expect([...steps.times]).toEqual([1, 2])
    expect([...steps.offsets]).toEqual([0.004, Number.NaN])
  })

  it('are sorted by time', () => {
    const steps = stepsOf([
      [2, 0.02],
      [1, 0.01],
      [3, 0.03],
    ])
    expect([...steps.times]).toEqual([1, 2, 3])
    expect([...steps.offsets]).toEqual([0.01, 0.02, 0.03])
  })
})

describe('the step nearest to a time', () => {
  const times = Float64Array.of(1, 2, 4, 4, 9)

  it('is found on either side and beyond the ends', () => {
    expect([0, 1, 1.4, 1.6, 3.5, 6, 7, 50].map((t) => nearestIndex(times, t))).toEqual([
      0, 0, 0, 1, 2, 3, 4, 4,
    ])
  })

  it('is the earlier one of a tie', () => {
    expect(nearestIndex(times, 1.5)).toBe(0)
  })

  it('is -1 without steps', () => {
    expect(nearestIndex(new Float64Array(0), 3)).toBe(-1)
  })

  it('equals the result of a linear search', () => {
    const many = Float64Array.from({ length: 999 }, (_, i) => i * 0.13 + Math.sin(i) * 0.05).sort()
    for (let t = -1; t < 132; t += 0.37) {
      const distance = Math.abs((many[nearestIndex(many, t)] ?? 0) - t)
      expect(distance).toBeCloseTo(Math.min(...many.map((time) => Math.abs(time - t))), 12)
    }
  })
})

describe('the step under a pointer', () => {
  // Given a marathon with thirty steps a pixel, an outlier and a miss among them
  const plot = timingPlot(868, 420)
  const span = { from: 0, to: 3600 }
  const steps = stepsOf(
    Array.from({ length: 24_000 }, (_, i): [number, number | 'Miss'] => [
      i * 0.15,
      i === 12_000 ? 0.12 : i === 12_003 ? 'Miss' : 0.002,
    ]),
  )
  const judgments = new Uint8Array(steps.count)
  judgments[12_003] = 6
  const field: StepField = { steps, judgments, miss: 6 }
  const x = timeToX(span, plot, 1800)

  it('is the outlier at the pointer', () => {
    expect(stepUnder(field, span, plot, x, offsetToY(plot, 118))).toBe(12_000)
  })

  it('is the miss at the pointer', () => {
    expect(stepUnder(field, span, plot, x + 2, missRail(plot))).toBe(12_003)
  })

  it('is the nearest in time otherwise', () => {
    expect(stepUnder(field, { from: -3600, to: 3600 }, plot, plot.left, 200)).toBe(0)
  })
})
