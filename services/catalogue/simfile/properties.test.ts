import { stepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, smText, sscText } from '../../../tests/generators/simfile.ts'
import { minimiseNotes } from './chart-hash.ts'
import { readSimfile } from './read-simfile.ts'
import { SimfileError } from './simfile-error.ts'
import type { SimfileKind } from './simfile-text.ts'

const row = fc.string({
  unit: fc.constantFrom('0', '0', '0', '0', '1', '2', '3', '4', 'M', 'L', 'F', 'K'),
  minLength: 4,
  maxLength: 4,
})
const measure = fc
  .constantFrom(1, 4, 8, 12, 16, 5)
  .chain((rows) => fc.array(row, { minLength: rows, maxLength: rows }))
const measures = fc.array(
  measure.map((rows) => rows.join('\n')),
  { minLength: 1, maxLength: 6 },
)
const bpms = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -400_000, max: 400_000 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((changes) => changes.map(([beat, bpm]) => `${beat}=${bpm / 1000}`).join(','))
/** What both formats read alike: from beat 0 on, in order, positive. */
const usualBpms = fc
  .array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 5 })
  .map((values) => values.map((bpm, nth) => `${nth * 7}=${bpm / 1000}`).join(','))
const lineEnd = fc.constantFrom('\n', '\r\n', '\r', ' \n', '\t\n\n', ' // a bar\n', '\n// again\r\n')

const hashIn = (text: string, kind: SimfileKind) => readSimfile(bytesOf(text), kind).charts[0]?.hash.hash

/** What a simfile is made of, in any order. */
const piece = fc.constantFrom(
  ...[
    '#NOTES:',
    '#NOTES2',
    '#NOTEDATA:;',
    '#BPMS:',
    '#STOPS:',
    '#WARPS:',
    '#FAKES:',
    '#DELAYS:',
    '#TITLE:',
    '#STEPSTYPE:dance-single;',
  ],
  ...[
    '#DIFFICULTY:Edit;',
    '#DISPLAYBPM:',
    '0=120',
    '1e300',
    '-',
    '=',
    ',',
    ':',
    ';',
    '\n',
    '\r',
    '//',
    '\\',
    '#',
    '&',
    '[',
    '{',
    '\u0000',
  ],
  ...[
    '1000\n',
    '0000\n',
    '2300\n',
    'dance-single',
    'Hard',
    'é',
    '夜',
    '9',
    ' ',
    '\ufeff',
    '0.333=-7',
    '99999999=1',
    'r',
  ],
)

describe('reading simfiles', () => {
  it('returns a simfile or an error with a reason for any bytes', () => {
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 80 }).map((pieces) => bytesOf(pieces.join(''))),
      fc.uint8Array({ maxLength: 300 }),
    )
    fc.assert(
      fc.property(bytes, fc.constantFrom<SimfileKind>('ssc', 'sm'), (file, kind) => {
        try {
          for (const { length, counts, steps } of readSimfile(file, kind).charts) {
            expect(Number.isFinite(length) && counts.rows >= 0).toBe(true)
            expect(stepPreview.safeParse(steps).error).toBeUndefined()
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SimfileError)
        }
      }),
      { numRuns: 1_500 },
    )
  })

  it('returns the same hash for any line ends, blanks and comments', () => {
    fc.assert(
      fc.property(measures, lineEnd, (chart, end) => {
        const plain = sscText({ charts: [{ measures: chart }] })
        const [head = '', notes = ''] = plain.split('#NOTES:\n')
        expect(hashIn(`${head}#NOTES:\n${notes.replaceAll('\n', end)}`, 'ssc')).toBe(hashIn(plain, 'ssc'))
      }),
    )
  })

  it('returns the same hash and counts for both file formats', () => {
    fc.assert(
      fc.property(measures, usualBpms, (chart, list) => {
        const song = { bpms: list, charts: [{ measures: chart }] }
        const [ssc] = readSimfile(bytesOf(sscText(song)), 'ssc').charts
        const [sm] = readSimfile(bytesOf(smText(song)), 'sm').charts
        expect([sm?.hash, sm?.counts, sm?.radar, sm?.steps, sm?.length]).toEqual([
          ssc?.hash,
          ssc?.counts,
          ssc?.radar,
          ssc?.steps,
          ssc?.length,
        ])
        expect(stepPreview.safeParse(ssc?.steps).error).toBeUndefined()
        expect(sm?.hash.hash).toMatch(/^[0-9a-f]{16}$/)
      }),
    )
  })

  it('never gains counts from warps and fakes', () => {
    fc.assert(
      fc.property(measures, bpms, fc.constantFrom('WARPS', 'FAKES'), (chart, list, tag) => {
        const counted = (tags: Record<string, string>) =>
          readSimfile(bytesOf(sscText({ bpms: list, tags, charts: [{ measures: chart }] })), 'ssc').charts[0]
            ?.counts
        expect(counted({ [tag]: '0=1000' })).toMatchObject({ rows: 0, holds: 0, rolls: 0, mines: 0 })
      }),
    )
  })

  it('minimises notes idempotently', () => {
    fc.assert(
      fc.property(measures, (chart) => {
        const minimal = minimiseNotes(chart.join('\n,\n'))
        expect(minimiseNotes(minimal)).toBe(minimal)
      }),
    )
  })
})
