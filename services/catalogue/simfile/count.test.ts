import { describe, expect, it } from 'vitest'
import { bytesOf, type MadeSong, smText, sscText, taps } from '../../../tests/generators/simfile.ts'
import type { Chart } from './read-chart.ts'
import { readSimfile } from './read-simfile.ts'

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
    ['notes before their keysounds', ['1[12]010', '01[3]M0'], { rows: 2, jumps: 1, mines: 1 }],
    ['characters that are no notes, as empty panels', ['{1|h}01M0', '<1>1'], { rows: 2, jumps: 1, mines: 0 }],
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
    expect(rowsOfSsc({ charts, tags: { FAKES: '4=4,20=-3' } })).toBe(12)
    expect(rowsOfSsc({ charts, tags: { WARPS: '3.9999=1.0001', FAKES: '4.9999=1' } })).toBe(14)
    expect(rowsOf({ charts, tags: { WARPS: '4=4', FAKES: '0=99' } })).toBe(16)
  })

  it('prefer the timing of the chart to that of the song, of which it inherits nothing', () => {
    const own = (tags: Record<string, string>, song: Record<string, string> = { WARPS: '4=4' }) =>
      rowsOfSsc({ charts: charts.map((c) => ({ ...c, tags })), tags: song })
    expect(own({})).toBe(12)
    expect(own({ BPMS: '0=100', WARPS: '' })).toBe(16)
    expect(own({ WARPS: '0=1' })).toBe(15)
    expect(own({ FAKES: '0=1' })).toBe(15)
    expect(own({ LABELS: '0=Song Start' })).toBe(16)
    expect(own({ LABELS: '', OFFSET: '0.1' })).toBe(12)
    expect(own({ SCROLLS: '-1=2', SPEEDS: '0=1' })).toBe(12)
    const labelled = sscText({ charts: charts.map((c) => ({ ...c, tags: { LABELS: '0=Song Start' } })) })
    expect(chartOf(labelled, 'ssc')).toMatchObject({ length: 15, displayBpm: '60' })
  })

  it('depend on #VERSION: before 0.7 a chart has no timing of its own and a warp names its end', () => {
    const rows = (version: string, song: MadeSong) =>
      chartOf(sscText(song).replace('0.83', version), 'ssc').counts.rows
    const warp = { charts, tags: { WARPS: '8=12' } }
    expect([rows('0.53', warp), rows('0.7', warp)]).toEqual([12, 8])
    const own = { charts: charts.map((c) => ({ ...c, tags: { WARPS: '0=2' } })) }
    expect([rows('0.69', own), rows('0.7', own)]).toEqual([16, 14])
  })

  it('include rows with a stop or delay inside a warp', () => {
    expect(rowsOfSsc({ charts, tags: { WARPS: '8=4', STOPS: '8=0.5' } })).toBe(13)
    expect(rowsOfSsc({ charts, tags: { WARPS: '8=4', DELAYS: '9=0.5,10=0.5' } })).toBe(14)
    expect(rowsOfSsc({ charts, tags: { WARPS: '8=4', STOPS: '8=-0.5' } })).toBe(12)
  })

  it('exclude only the region that began last, where fakes or warps overlap', () => {
    expect(rowsOfSsc({ charts, tags: { FAKES: '8=8,10=1' } })).toBe(13)
    expect(rowsOfSsc({ charts, tags: { WARPS: '8=8,10=1' } })).toBe(13)
  })

  it('exclude the warps that negative BPMs and stops of an .sm become, from their row on', () => {
    expect(rowsOf({ charts, bpms: '0=120,8=-120,10=120' })).toBe(12)
    // A second is two beats at 120.
    expect(rowsOf({ charts, tags: { STOPS: '4=-1' } })).toBe(14)
    // The warp ends on row 288.096, which is rounded.
    expect(rowsOf({ charts, tags: { FREEZES: '4=-1.001' } })).toBe(14)
    expect(rowsOf({ charts, bpms: '0=120,4=-120,6=120', tags: { STOPS: '4=0.5' } })).toBe(13)
    expect(rowsOf({ charts, tags: { STOPS: '4=-1', DELAYS: '5=1' } })).toBe(15)
    expect(rowsOf({ charts, bpms: '0=120,8=-1' })).toBe(8)
  })

  it('exclude rows of BPMs above 9,999,999 in an .sm only', () => {
    const song = { charts, bpms: '0=120,8=100000000,12=120' }
    expect([rowsOf(song), rowsOfSsc(song)]).toEqual([12, 16])
    expect(rowsOf({ charts, bpms: '0=120,8=9999999,12=120' })).toBe(16)
  })

  it('ignore negative BPMs and stops of an .ssc', () => {
    expect(rowsOfSsc({ charts, bpms: '0=120,8=-120,10=120' })).toBe(16)
    expect(rowsOfSsc({ charts, tags: { STOPS: '4=-1' } })).toBe(16)
  })

  it('are those of each player in a couple chart, and also of both together in a routine', () => {
    const rowsOfPlayers = (stepsType: string, measure: string) => {
      const { counts, otherCounts = [] } = chartOf(
        smText({ charts: [{ stepsType, measures: [measure] }] }),
        'sm',
      )
      return [counts, ...otherCounts].map(({ rows, holds }) => [rows, holds])
    }
    const couple = '20000000\n30000000\n01001000\n00010001'
    expect(rowsOfPlayers('dance-couple', couple)).toEqual([
      [3, 1],
      [2, 0],
    ])
    const routine =
      '10000000\n00000000\n00010000\n00000000\n&\n00001000\n00000010\n00000000\n20000000\n,\n30000000'
    expect(rowsOfPlayers('dance-routine', routine)).toEqual([
      [4, 1],
      [2, 0],
      [3, 1],
    ])
  })

  it('default to the first BPM, or to 60', () => {
    expect(chartOf(smText({ bpms: '', charts }), 'sm')).toMatchObject({ length: 15, displayBpm: '60' })
    expect(chartOf(smText({ bpms: '4=120', charts }), 'sm').length).toBe(7.5)
  })
})
