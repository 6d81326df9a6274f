import { describe, expect, it } from 'vitest'
import { oneOf, type Random, seeded, wholeNumber } from '../../../tests/generators/random.ts'
import { bytesOf, sampleSimfiles, smText, sscText, taps } from '../../../tests/generators/simfile.ts'
import { readSimfile } from './read-simfile.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import type { SimfileKind } from './simfile-text.ts'

/**
 * In milliseconds: many times what the slowest takes on a quiet machine, and a fraction of what work in the square of
 * the size would.
 */
const patience = 5_000
/** Time limit for a hostile file: a third of the allowed CPU time. */
const size = simfileLimits.bytes / 3

function readOrReason(bytes: Uint8Array, kinds: readonly SimfileKind[] = ['ssc', 'sm']): void {
  for (const kind of kinds) {
    try {
      for (const chart of readSimfile(bytes, kind).charts)
        expect(chart.length).toBeLessThan(Number.POSITIVE_INFINITY)
    } catch (error) {
      expect(error).toBeInstanceOf(SimfileError)
    }
  }
}

const song = {
  tags: { STOPS: '2=0.5', TITLE: 'Paper: Lanterns' },
  charts: [{ measures: [taps('0123'), '2000\n0000\n3000'] }],
}
const seeds = [...sampleSimfiles().values(), bytesOf(sscText(song)), bytesOf(smText(song))]
const tokens = [
  '#NOTES:',
  '#NOTEDATA:;',
  '#BPMS:',
  '//',
  ';',
  ':',
  ',',
  '\n',
  '\r',
  '\\',
  '=-',
  '1e9',
  '\u0000',
  '\ufffd',
  '9'.repeat(50),
]

function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  const parts = [...bytes]
  for (let change = wholeNumber(random, 1, 12); change > 0; change -= 1) {
    const at = wholeNumber(random, 0, parts.length)
    const length = wholeNumber(random, 0, 30)
    const way = wholeNumber(random, 0, 3)
    if (way === 0) parts.splice(at, length)
    else if (way === 1) parts.splice(at, 0, ...bytesOf(oneOf(random, tokens)))
    else if (way === 2) parts.splice(at, 1, wholeNumber(random, 0, 255))
    else parts.splice(wholeNumber(random, 0, parts.length), 0, ...parts.slice(at, at + length * 20))
  }
  return Uint8Array.from(parts)
}

describe('a hostile simfile', () => {
  it('derived from a real one by mutation is read, or rejected with a reason', () => {
    const random = seeded(2_573)
    for (let run = 0; run < 240; run += 1) readOrReason(mutated(oneOf(random, seeds), random))
  })

  const chart = '#TITLE:x;#BPMS:0=120;#NOTEDATA:;#STEPSTYPE:dance-single;#DIFFICULTY:Hard;#NOTES:\n'
  it.each([
    ['of zeros', chart, '0000\n'],
    ['of notes', chart, '1000\n'],
    ['of empty measures', chart, '0000\n,\n'],
    ['of blank lines', chart, '\n'],
    ['of carriage returns', chart, '\r'],
    ['of commas', chart, ','],
    ['of one row', chart, '1'],
    ['of one row of unknown width', chart.replace('dance-single', 'some-thing'), '1'],
    ['of brackets', chart, '1['],
    ['of slashes', chart, '/ '],
    ['of tags', '', '#A:b;\n'],
    ['of charts', '', '#NOTEDATA:;#NOTES:;'],
    ['of charts without notes', '', '#NOTEDATA'],
    ['of notes without a chart', '#NOTEDATA:;', '#NOTES'],
    ['of escapes', '#TITLE:', '\\a'],
    ['of comments', '#TITLE:', '//\n'],
    ['of one number', '#BPMS:0=', '1'],
    ['of BPMs', '#BPMS:', '0=1,'],
    ['of control characters', '#BPMS:0=', '\u0001'],
    ['of blanks', '#TITLE:', ' '],
    ['of half a Shift-JIS', '\u00e9', 'a'],
  ])('is read or rejected quickly: %s', (_, start, repeated) => {
    const count = Math.floor((size - start.length) / repeated.length)
    const before = performance.now()
    readOrReason(bytesOf(`${start}${repeated.repeat(count)};`), ['ssc'])
    expect(performance.now() - before).toBeLessThan(patience)
  })

  it.each([':', '#NOTES:', '#NOTES', 'a:'])(
    'of repeated %s in an .sm is read or rejected quickly',
    (repeated) => {
      const count = Math.floor(size / repeated.length)
      const before = performance.now()
      readOrReason(bytesOf(`#BPMS:0=1;#NOTES:${repeated.repeat(count)}`), ['sm'])
      expect(performance.now() - before).toBeLessThan(patience)
    },
  )

  it('with the maximum of changes and charts is read quickly', () => {
    const changes = Array.from(
      { length: simfileLimits.timingChanges },
      (_, i) => `${i / 4}=${120 + (i % 3)}`,
    ).join(',')
    const charts = Array.from({ length: simfileLimits.charts }, () => ({ measures: [taps('0123')] }))
    const own = {
      bpms: '0=1',
      charts: charts.map((chart) => ({ ...chart, tags: { BPMS: changes.slice(0, 55_000) } })),
    }
    const before = performance.now()
    expect(readSimfile(bytesOf(smText({ bpms: changes, charts })), 'sm').broken).toEqual([])
    expect(readSimfile(bytesOf(sscText(own)), 'ssc').broken[0]?.reason).toBe(
      'has more than 200000 changes of tempo in its charts',
    )
    expect(performance.now() - before).toBeLessThan(patience)
  })

  it('with too many changes has no chart', () => {
    const changes = '0=120,'.repeat(simfileLimits.timingChanges + 1)
    expect(readSimfile(bytesOf(smText({ bpms: changes, charts: song.charts })), 'sm').broken).toMatchObject([
      { field: 'BPMS', reason: 'has more than 20000 entries' },
    ])
  })
})
