import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf, smText, sscText, taps } from '../../../tests/generators/simfile.ts'
import { bpmText, minimiseNotes } from './chart-hash.ts'
import { readSimfile } from './read-simfile.ts'
import type { SimfileKind } from './simfile-text.ts'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 16)
const hashes = (text: string, kind: SimfileKind = 'ssc') =>
  readSimfile(bytesOf(text), kind).charts.map(({ hash }) => hash.hash)
const reasons = (text: string, kind: SimfileKind = 'ssc') =>
  readSimfile(bytesOf(text), kind).charts.map(({ hash }) => ('reason' in hash ? hash.reason : hash.hash))

describe('the normalised notes of a hash', () => {
  it.each([
    ['rows of which every second is empty', '1000\n0000\n0100\n0000\n', '1000\n0100'],
    ['rows that halve to one', '1000\n0000\n0000\n0000', '1000'],
    ['an odd number of rows', '1000\n0000\n0000', '1000\n0000\n0000'],
    ['an empty measure', '1000\n,\n\n,\n0100', '1000\n,\n,\n0100'],
    ['nothing but a comma', ',', ','],
    ['comments, blanks and line ends', ' 10 00 // x;\r0000\r\n\t,\v\f\n0100\n0000', '1000\n,\n0100'],
    ['a comma with more on its line', '1000\n,000\n', '1000\n,000'],
    ['keysounds', '1[2]000\n0000\n', '1[2]000'],
    ['zeros of any number', '1000\n00\n', '1000'],
  ])('are minimal: %s', (_, notes, minimal) => {
    expect(minimiseNotes(notes)).toBe(minimal)
  })
})

describe('the normalised BPMs of a hash', () => {
  it.each([
    ['0=120', '0.000=120.000'],
    [' 0.0004 = 120.0005 ,\n4=-60.0005', '0.000=120.001,4.000=-60.000'],
    ['0=1e2,,8=0x10', '0.000=100.000,8.000=16.000'],
    ['4=1,0=2,4=1', '4.000=1.000,0.000=2.000,4.000=1.000'],
    ['0=1e22', '0.000=10000000000000000000000.000'],
    ['', ''],
    ['0=abc', null],
    ['0', null],
    ['0=1=2', null],
    ['0=', null],
    ['0=1e999', null],
    ['0=120//x', null],
  ])('are %s → %s', (list, text) => {
    expect(bpmText(list)).toBe(text)
  })
})

describe('the hash of a chart', () => {
  const chart = { measures: [taps('0.1.'), taps('2...')] }
  const expected = sha1('1000\n0100\n,\n0010' + '0.000=120.000')

  it('depends on notes and BPMs, in both file formats', () => {
    expect(hashes(sscText({ charts: [chart] }))).toEqual([expected])
    expect(hashes(smText({ charts: [chart] }), 'sm')).toEqual([expected])
  })

  it('uses the BPMs of the chart before those of the song', () => {
    const own = sscText({
      charts: [
        { ...chart, tags: { BPMS: '0=90' } },
        { ...chart, difficulty: 'Easy', tags: { BPMS: ' ' } },
      ],
    })
    expect(hashes(own)).toEqual([sha1('1000\n0100\n,\n00100.000=90.000'), expected])
  })

  it('is that of the first chart of its type and difficulty', () => {
    const charts = [chart, { measures: [taps('3333')] }]
    expect(hashes(sscText({ charts }))).toEqual([expected, expected])
    expect(hashes(smText({ charts }), 'sm')).toEqual([expected, expected])
  })

  it('is distinguished by the description among edits', () => {
    const edits = [
      { ...chart, difficulty: 'Edit', description: 'première' },
      { difficulty: 'Edit', description: 'other', measures: [taps('3333')] },
    ]
    for (const [text, kind] of [
      [sscText({ charts: edits }), 'ssc'],
      [smText({ charts: edits }), 'sm'],
    ] as const) {
      expect(hashes(text, kind)).toEqual([expected, sha1('0001\n0001\n0001\n00010.000=120.000')])
    }
  })

  it('supports legacy names of difficulties in .sm files', () => {
    expect(hashes(smText({ charts: [{ ...chart, difficulty: 'Oni' }] }), 'sm')).toEqual([expected])
  })

  it('accepts tags in any case, and #NOTES2', () => {
    const text = sscText({ charts: [chart] })
      .replace('#NOTES:', '#notes2:')
      .replace('#STEPSTYPE', '#StepsType')
    expect(hashes(text)).toEqual([expected])
  })

  it('ends at a semicolon in a comment, unlike the notes that the game plays', () => {
    const text = sscText({ charts: [chart] }).replace('\n,\n', ' // and; so on\n,\n')
    expect(hashes(text)).toEqual(
      [sha1('1000\n0000\n0100\n00000.000=120.000')].map(() => sha1('1000\n01000.000=120.000')),
    )
    expect(readSimfile(bytesOf(text), 'ssc').charts[0]?.counts.rows).toBe(3)
  })

  it('is missing, with a reason, if the game finds none', () => {
    const nothing = 'the game does not find the chart in its file'
    const noBpms = '#BPMS is missing or not a list of numbers'
    const sm = smText({ charts: [{ ...chart, description: '' }] })
    expect(reasons(sm.replace('single:\n     :', 'single::'), 'sm')).toEqual([nothing])
    expect(reasons(smText({ charts: [{ ...chart, description: 'by: me' }] }), 'sm')).toEqual([nothing])
    expect(reasons(sscText({ bpms: '0=fast', charts: [chart] }))).toEqual([noBpms])
    expect(reasons(sscText({ charts: [chart] }).replace(/#BPMS.*\n/, ''))).toEqual([noBpms])
    expect(reasons(sscText({ charts: [{ ...chart, difficulty: 'Expert' }] }))).toEqual([nothing])
  })

  it('skips the chart after one without a semicolon', () => {
    const text = smText({ charts: [chart, { ...chart, difficulty: 'Easy' }] }).replace('\n;\n', '\n')
    expect(reasons(text, 'sm')).toEqual([
      sha1('1000\n0100\n,\n0010\n0000\n0000\n0000\n#NOTES0.000=120.000'),
      'the game does not find the chart in its file',
    ])
  })
})
