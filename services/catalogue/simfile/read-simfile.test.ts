import { describe, expect, it } from 'vitest'
import { bytesOf, smText, sscText, taps } from '../../../tests/generators/simfile.ts'
import { readSimfile } from './read-simfile.ts'
import { simfileLimits } from './simfile-error.ts'

const measures = [taps('0123')]
const ssc = (song: Parameters<typeof sscText>[0]) => readSimfile(bytesOf(sscText(song)), 'ssc')
const sm = (song: Parameters<typeof smText>[0]) => readSimfile(bytesOf(smText(song)), 'sm')

describe('a simfile', () => {
  it('has the texts of the song trimmed, truncated and on one line', () => {
    const tags = {
      TITLE: '  Paper\n\tLanterns ',
      ARTISTTRANSLIT: 'Ann\u0000B',
      CREDIT: 'x'.repeat(600),
      BANNER: '../bn.png',
    }
    expect(ssc({ tags, charts: [] })).toMatchObject({
      texts: {
        title: 'Paper Lanterns',
        subtitle: '',
        artistTranslit: 'Ann B',
        credit: 'x'.repeat(500),
      },
      pictures: { banner: '../bn.png' },
      charts: [],
      broken: [],
    })
  })

  it.each([
    ['Hard', '', '9', 'Hard', 9],
    ['heavy', '', ' 12.5', 'Hard', 12],
    ['OnI', '', '-3', 'Challenge', null],
    ['', 'Easy', '99999', 'Easy', null],
    ['?', '', '1', 'Beginner', 1],
    ['?', '', '3', 'Easy', 3],
    ['?', '', '6', 'Medium', 6],
    ['?', '', '7', 'Hard', 7],
  ])(
    'has a chart of difficulty %s, description %s and meter %s as %s %s',
    (difficulty, description, meter, named, read) => {
      expect(ssc({ charts: [{ measures, difficulty, description, meter }] }).charts[0]).toMatchObject({
        difficulty: named,
        meter: read,
      })
    },
  )

  it('maps legacy hard charts to Challenge by their description', () => {
    const charts = [{ measures, difficulty: 'Hard', description: 'SManiac' }]
    expect(sm({ charts }).charts[0]).toMatchObject({ difficulty: 'Challenge', stepartist: 'SManiac' })
  })

  it.each([
    ['*', '?'],
    ['150.000', '150'],
    ['200:100', '100-200'],
    ['', '60-120'],
    ['fast', '60-120'],
  ])('shows the BPM %s as %s', (tag, shown) => {
    const chart = ssc({ bpms: '0=120,1=60,2=-1,3=300', tags: { DISPLAYBPM: tag }, charts: [{ measures }] })
      .charts[0]
    expect(chart).toMatchObject({ displayBpm: shown, bpms: { min: 60, max: 120 } })
  })

  it('reads charts of any type, with panels by type or by rows', () => {
    const types = ['dance-double', 'pump-single', 'DANCE-Solo ', 'kickbox-human']
    const rows = ['00000001', '00001', '000001', '0000000000001']
    const { charts } = ssc({
      charts: types.map((stepsType, i) => ({ stepsType, measures: [rows[i] ?? ''] })),
    })
    expect(charts.map((chart) => [chart.stepsType, chart.steps.panels, chart.counts.rows])).toEqual([
      ['dance-double', 8, 1],
      ['pump-single', 5, 1],
      ['dance-solo', 6, 1],
      ['kickbox-human', 13, 1],
    ])
  })

  it('merges the parts of a routine', () => {
    const charts = [{ stepsType: 'dance-routine', measures: ['10000000\n0000000L\n&\n00001000\n00000000'] }]
    expect(ssc({ charts }).charts[0]).toMatchObject({ counts: { rows: 2 }, radar: { jumps: 1, lifts: 1 } })
  })

  it('lists a broken chart with its reason, and reads the others', () => {
    const crowded = Array.from({ length: simfileLimits.measures + 1 }, () => '0').join('\n,\n')
    const song = ssc({
      bpms: '0=120',
      charts: [
        { measures: [crowded] },
        { measures, stepsType: '' },
        { measures, tags: { BPMS: '0=0.00001' } },
        { measures: ['1'.repeat(400)], stepsType: 'other-thing' },
        { measures, difficulty: 'Easy' },
      ],
    })
    expect(song.charts.map(({ difficulty }) => difficulty)).toEqual(['Easy'])
    expect(song.broken.map(({ index, field }) => [index, field])).toEqual([
      [0, 'NOTES'],
      [1, 'STEPSTYPE'],
      [2, 'BPMS'],
      [3, 'NOTES'],
    ])
    expect(song.broken[0]?.reason).toBe('has more than 10000 measures')
    expect(sm({ charts: [] }).charts).toEqual([])
    expect(
      readSimfile(bytesOf('#BPMS:0=1;#NOTEDATA:;#STEPSTYPE:dance-single;'), 'ssc').broken[0],
    ).toMatchObject({ field: 'NOTES', reason: 'is missing' })
  })

  it('is rejected when it is not a simfile or exceeds the limits', () => {
    expect(() => readSimfile(bytesOf('hello'), 'sm')).toThrow('it has none of the tags of a simfile')
    expect(() => readSimfile(bytesOf('#NOTEDATA:;'.repeat(101)), 'ssc')).toThrow(
      'it has more than 100 charts',
    )
  })
})

describe('the density of a chart', () => {
  const sixteen = taps('0123012301230123')
  const chart = ssc({
    bpms: '0=150',
    charts: [
      { measures: [sixteen, sixteen, taps('....'), sixteen, ...Array(4).fill(taps('0...')), sixteen] },
    ],
  }).charts[0]

  it('is given by measure', () => {
    expect(chart?.peakNps).toBe(10)
    expect(chart?.nps.slice(0, 3)).toEqual([
      [0, 10],
      [1.6, 10],
      [3.2, 0],
    ])
    expect(chart?.nps).toHaveLength(9)
  })

  it('is given by runs and breaks', () => {
    expect(chart?.streams).toEqual([
      { unit: 16, measures: 4, breaks: 5, detailed: '2-1 (4) 1', brief: '2-1-1' },
    ])
  })

  it('is 0 in a warped measure', () => {
    const charts = [{ measures: [taps('0123'), taps('0123')] }]
    const warped = ssc({ charts, tags: { WARPS: '0.125=3.875' } }).charts[0]
    const nps = [
      [0, 0],
      [0.063, 2],
    ]
    expect(warped).toMatchObject({ peakNps: 2, nps })
  })
})

describe('the preview of a chart', () => {
  it('has the visible rows with their times and positions in the beat', () => {
    const notes = ['1000\n0000\n02M0\n0300', '0011\n1000\nL000\nK000', '4000\n2000\n3000\n0001']
    const tags = { FAKES: '4=3', WARPS: '9=2', STOPS: '0=0.5' }
    expect(ssc({ tags, charts: [{ measures: notes }] }).charts[0]?.steps).toEqual({
      panels: 4,
      seconds: [0, 1.5, 2, 2.5, 3, 3.5, 5],
      ticks: [0, 0, 0, 0, 0, 0, 0],
      notes: '100002M0030000FFF000F0000001',
    })
  })
})
