import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOf, smText, sscText } from '../../../tests/generators/simfile.ts'
import { engineCharts } from './engine-in-tests.ts'
import { readSimfile } from './read-simfile.ts'
import type { SimfileKind } from './simfile-text.ts'

/** Mostly on beats 0 to 24 in fractions of three, four and a thousandth, so that segments meet. */
const beat = fc.oneof(
  fc.integer({ min: 0, max: 24 }),
  fc.integer({ min: -8, max: 96 }).map((quarter) => quarter / 4),
  fc.integer({ min: 0, max: 72 }).map((third) => third / 3),
  fc.integer({ min: 0, max: 24_000 }).map((thousandth) => thousandth / 1000),
)
const written = (value: number) => String(Math.round(value * 1e6) / 1e6)
const list = (value: fc.Arbitrary<number>, maxLength = 6) =>
  fc
    .array(fc.tuple(beat, value), { maxLength })
    .map((changes) => changes.map(([at, each]) => `${written(at)}=${written(each)}`).join(','))
const odd = fc.constantFrom('0==120', '4=', '=', '8=1=2', '2r=1', 'x=y', '', '1e1=3')
const withOdd = (lists: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 9, arbitrary: lists },
    { weight: 1, arbitrary: fc.tuple(lists, odd).map((parts) => parts.join()) },
  )

const bpm = fc.oneof(
  fc.constantFrom(60, 120, 120, 150, 240, -120, -60, 0, 9_999_999, 10_000_000, 1e8),
  fc.integer({ min: -300_000, max: 300_000 }).map((thousandth) => thousandth / 1000),
)
const seconds = fc.oneof(
  fc.constantFrom(0.5, 1, -0.5, -1, 0.001, 0),
  fc.integer({ min: -3_000, max: 3_000 }).map((thousandth) => thousandth / 1000),
)
const beats = fc.oneof(
  fc.constantFrom(0.001, 0.0104, 0.0105, 1, 2, 4, 8, 12, -1, 0),
  fc.integer({ min: 0, max: 10_000 }).map((thousandth) => thousandth / 1000),
)
const startBpm = fc.constantFrom('0=120,', '0=120,', '0=-120,', '0=100000000,', '')
const bpms = fc.tuple(startBpm, list(bpm)).map((parts) => parts.join(''))
const timing = fc.record(
  {
    BPMS: withOdd(bpms),
    STOPS: withOdd(list(seconds)),
    DELAYS: list(seconds, 3),
    WARPS: withOdd(list(beats)),
    FAKES: list(beats),
  },
  { requiredKeys: [] },
)
const own = fc.oneof(
  fc.constant({}),
  timing,
  fc
    .tuple(timing, fc.constantFrom('LABELS', 'SCROLLS', 'SPEEDS', 'COMBOS', 'TICKCOUNTS', 'TIMESIGNATURES'))
    .chain(([tags, name]) =>
      fc.constantFrom('0=1', '0=4=4', '0=1=0', '-4=1', '').map((text) => ({ ...tags, [name]: text })),
    ),
)

const stepsTypes = ['dance-single', 'pump-single', 'dance-couple', 'pump-routine', 'dance-routine'] as const
const panelsOf = {
  'dance-single': 4,
  'pump-single': 5,
  'dance-couple': 8,
  'pump-routine': 10,
  'dance-routine': 8,
}
const measureOf = (panels: number) =>
  fc
    .constantFrom(1, 1, 2, 4, 4, 4, 8, 8, 12, 12, 16, 16, 5, 7, 48, 200)
    .chain((rows) =>
      fc
        .array(
          fc.string({ unit: fc.constantFrom(...'000001234MLFK'), minLength: panels, maxLength: panels }),
          { minLength: rows, maxLength: rows },
        )
        .map((lines) => lines.join('\n')),
    )
const chart = fc.constantFrom(...stepsTypes).chain((stepsType) => {
  const part = fc.array(measureOf(panelsOf[stepsType]), { minLength: 1, maxLength: 6 })
  const notes = part.map((measures) => measures.join('\n,\n'))
  const all = stepsType.endsWith('routine')
    ? fc.tuple(notes, notes).map((parts) => parts.join('\n&\n'))
    : notes
  return fc.record({ stepsType: fc.constant(stepsType), measures: all.map((text) => [text]), tags: own })
})
const version = fc.constantFrom('0.83', '0.83', '0.7', '0.69', '0.53')

function ourCharts(text: string, kind: SimfileKind) {
  return readSimfile(bytesOf(text), kind).charts.map(({ stepsType, counts, otherCounts = [] }) => ({
    stepsType,
    counts: [counts, ...otherCounts],
  }))
}

it('1,000 random charts have the counts of a second reading of the engine, in both formats', () => {
  fc.assert(
    fc.property(chart, timing, version, fc.constantFrom<SimfileKind>('ssc', 'sm'), (made, tags, of, kind) => {
      const { BPMS = '', ...others } = tags
      const song = { bpms: BPMS, tags: others, charts: [made] }
      const text = kind === 'sm' ? smText(song) : sscText(song).replace('#VERSION:0.83;', `#VERSION:${of};`)
      expect(ourCharts(text, kind)).toEqual(engineCharts(text, kind))
    }),
    { numRuns: 1_000, seed: 20_260_301 },
  )
})
