import { stepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { describe, expect, it } from 'vitest'
import { type SampleSimfile, sampleSimfiles } from '../../../tests/generators/simfile.ts'
import { readSimfile } from './read-simfile.ts'
import type { Chart } from './simfile.ts'

const samples = sampleSimfiles()

const hashes: Readonly<Record<SampleSimfile, readonly string[]>> = {
  'powermove.ssc': [
    'fc031f34a1917a55',
    '8370c92bbdeb0e9d',
    'd987cb6201b9ae7b',
    'c9192ee67c3a51a2',
    '40c0a18d3eb40bc2',
  ],
  'gimme.sm': [
    'd7f1ba20c010f6ba',
    '337363e3aafa9da4',
    '5d8424c4f1e7b84d',
    'e0750de09793bbd7',
    'aa27dec0f0736540',
  ],
  'classix.ssc': ['728b5736af846a44'],
  'lifts.ssc': ['40ab73babfe96e29'],
}
/** Rows, holds, rolls, mines. */
const counts: Readonly<Record<string, readonly number[]>> = {
  '40ab73babfe96e29': [64, 36, 32, 16],
  e0750de09793bbd7: [594, 66, 5, 12],
  aa27dec0f0736540: [868, 84, 6, 32],
  c9192ee67c3a51a2: [437, 56, 32, 14],
  '728b5736af846a44': [274, 20, 0, 2],
}

const read = (name: SampleSimfile) =>
  readSimfile(samples.get(name) ?? new Uint8Array(), name.endsWith('.sm') ? 'sm' : 'ssc')
const countsOf = ({ counts: { rows, holds, rolls, mines } }: Chart) => [rows, holds, rolls, mines]

describe.skipIf(samples.size === 0)('real simfiles', () => {
  it.each([...samples.keys()])('give the hashes and counts that the game has: %s', (name) => {
    const { charts, broken } = read(name)
    expect(broken).toEqual([])
    expect(charts.map(({ hash }) => hash.hash)).toEqual(hashes[name])
    for (const chart of charts) {
      expect(stepPreview.safeParse(chart.steps).error).toBeUndefined()
      const known = counts[chart.hash.hash ?? '']
      if (known) expect([chart.hash.hash, ...countsOf(chart)]).toEqual([chart.hash.hash, ...known])
    }
  })

  it('tell the song and the charts', () => {
    const song = read('gimme.sm')
    expect(song).toMatchObject({
      encoding: 'utf-8',
      title: 'Gimme吟味virtuaる最高star!!!!',
      titleTranslit: 'Gimme gimme virtuaL saikou star',
      banner: 'Gimme Virtual Star - bn.png',
      jacket: 'jacket.png',
    })
    expect(song.charts.map(({ difficulty, meter }) => [difficulty, meter])).toEqual([
      ['Beginner', 2],
      ['Easy', 4],
      ['Medium', 7],
      ['Hard', 9],
      ['Challenge', 11],
    ])
    expect(song.charts[4]).toMatchObject({
      stepartist: 'Gpop BU+ FS DS- XO BR',
      displayBpm: { kind: 'fixed', bpm: 160 },
    })
    expect(read('powermove.ssc').charts[0]).toMatchObject({
      chartName: '...move',
      stepartist: 'omgukk',
      length: 125.714,
    })
    expect(read('lifts.ssc').charts[0]?.counts.lifts).toBe(32)
  })
})
