import { describe, expect, it } from 'vitest'
import { bytesOf, type MadeSong, smText, sscText, taps } from '../../../tests/generators/simfile.ts'
import { readSimfile } from './read-simfile.ts'
import type { Chart } from './simfile.ts'

function chartOf(text: string, kind: 'ssc' | 'sm'): Chart {
  const chart = readSimfile(bytesOf(text), kind).charts[0]
  if (chart === undefined) throw new Error('no chart')
  return chart
}
const countsOf = (...rows: string[]) => {
  const { counts, radar } = chartOf(sscText({ charts: [{ measures: [rows.join('\n')] }] }), 'ssc')
  return { ...counts, ...radar }
}
const rowsOf = (song: MadeSong) => chartOf(smText(song), 'sm').counts.rows
const rowsOfSsc = (song: MadeSong) => chartOf(sscText(song), 'ssc').counts.rows
/** Four measures of four taps: one on each beat from 0 to 15. */
const charts = [{ measures: Array.from({ length: 4 }, () => taps('0123')) }]

describe('the counts of a chart', () => {
  it.each([
    ['a jump once', ['1100', '0000'], { rows: 1, jumps: 1 }],
    ['heads of holds and rolls', ['2400', '3300'], { rows: 1, holds: 1, rolls: 1, jumps: 1 }],
    ['lifts', ['L000', '0L00'], { rows: 2, lifts: 2 }],
    [
      'no mines, fakes, keysounds or letters in lower case',
      ['M000', 'F000', 'K000', 'm000', 'l000'],
      { rows: 0, mines: 1, fakes: 1 },
    ],
    ['a hold and two arrows as a hand', ['2000', '0110', '3000'], { rows: 2, holds: 1, jumps: 1, hands: 1 }],
    ['a hold that ends in the row still', ['2000', '3110'], { rows: 2, hands: 1 }],
    ['no hold without an end', ['2000', '0100'], { rows: 1, holds: 0 }],
    ['no hold that another note of its panel cuts', ['2000', '1000', '3000'], { rows: 1, holds: 0 }],
    ['a hold over a keysound', ['2000', 'K000', '3000'], { rows: 1, holds: 1 }],
    ['no end without a hold', ['3000', '0000'], { rows: 0 }],
    ['notes before their keysounds and items', ['1[12]010', '<gift>01M0'], { rows: 2, jumps: 1, mines: 1 }],
    ['nothing beyond the panels', ['00001', '1'], { rows: 1 }],
  ])('is %s', (_, rows, expected) => {
    expect(countsOf(...rows)).toMatchObject(expected)
  })

  it('merge rows that are closer than the resolution of the game', () => {
    const crowd = Array.from({ length: 768 }, (_, i) => (i < 2 ? '1000' : '0000'))
    expect(countsOf(...crowd).rows).toBe(1)
  })

  it('exclude fakes and warps, from the first beat (inclusive) to the last (exclusive)', () => {
    expect(rowsOfSsc({ charts })).toBe(16)
    expect(rowsOfSsc({ charts, tags: { WARPS: '4=4' } })).toBe(12)
    expect(rowsOfSsc({ charts, tags: { FAKES: '4=4,6=1,20=-3' } })).toBe(12)
    expect(rowsOfSsc({ charts, tags: { WARPS: '3.9999=1.0001', FAKES: '4.9999=1' } })).toBe(14)
    expect(rowsOf({ charts, tags: { WARPS: '4=4', FAKES: '0=99' } })).toBe(16)
  })

  it('prefer the timing of the chart to that of the song', () => {
    const own = (tags: Record<string, string>) =>
      rowsOfSsc({ charts: charts.map((c) => ({ ...c, tags })), tags: { WARPS: '4=4' } })
    expect(own({})).toBe(12)
    expect(own({ BPMS: '0=100', WARPS: '' })).toBe(16)
    expect(own({ WARPS: '0=1' })).toBe(15)
    expect(own({ FAKES: '0=1' })).toBe(11)
  })

  it('skip rows in negative time', () => {
    // Back for two beats, then forth for two: beats 5, 6 and 7 are skipped, and 8 is where 4 was.
    expect(rowsOf({ charts, bpms: '0=120,4=-120,6=120' })).toBe(13)
    // A second is two beats at 120.
    expect(rowsOf({ charts, tags: { STOPS: '4=-1' } })).toBe(15)
    expect(rowsOf({ charts, tags: { FREEZES: '4=-1.001' } })).toBe(14)
    // The stop goes first, then time runs back.
    expect(rowsOf({ charts, bpms: '0=120,4=-120,6=120', tags: { STOPS: '4=0.5' } })).toBe(13)
    expect(rowsOf({ charts, tags: { STOPS: '4=-1', DELAYS: '5=1' } })).toBe(16)
    expect(rowsOf({ charts, bpms: '0=120,8=-1' })).toBe(9)
  })

  it('default to the first BPM, or to 60', () => {
    expect(chartOf(smText({ bpms: '', charts }), 'sm')).toMatchObject({ length: 15, displayBpm: '60' })
    expect(chartOf(smText({ bpms: '4=120', charts }), 'sm').length).toBe(7.5)
  })
})
