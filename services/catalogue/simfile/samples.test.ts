import { stepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { expect, it } from 'vitest'
import { madeSimfile } from '../../../tests/generators/pack.ts'
import { type SampleSimfile, sampleSimfiles } from '../../../tests/generators/simfile.ts'
import type { Chart } from './read-chart.ts'
import { readSimfile } from './read-simfile.ts'

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

const facts: Readonly<Record<SampleSimfile, { readonly song: object; readonly chart: object }>> = {
  'gimme.sm': {
    song: {
      texts: {
        title: 'Gimme吟味virtuaる最高star!!!!',
        titleTranslit: 'Gimme gimme virtuaL saikou star',
      },
      pictures: { banner: 'Gimme Virtual Star - bn.png', jacket: 'jacket.png' },
    },
    chart: {
      difficulty: 'Challenge',
      meter: 11,
      stepartist: 'Gpop BU+ FS DS- XO BR',
      displayBpm: '160',
    },
  },
  'powermove.ssc': { song: {}, chart: { chartName: 'The 1st chart in the pack!', stepartist: 'RakkiiCB' } },
  'classix.ssc': { song: {}, chart: { stepsType: 'dance-single' } },
  'lifts.ssc': {
    song: {},
    chart: { counts: { rows: 64, holds: 36, rolls: 32, mines: 16 }, radar: { lifts: 32 } },
  },
}

const read = (name: SampleSimfile) =>
  readSimfile(samples.get(name) ?? new Uint8Array(), name.endsWith('.sm') ? 'sm' : 'ssc')
const countsOf = ({ counts: { rows, holds, rolls, mines } }: Chart) => [rows, holds, rolls, mines]

it('a generated simfile has the counts that it was generated with', () => {
  const text = madeSimfile({ title: 'Paper Lanterns', charts: [{ difficulty: 'Hard', meter: 9, rows: 16 }] })
  const { texts, charts } = readSimfile(Buffer.from(text), 'ssc')
  expect([texts.title, ...charts.map(countsOf)]).toEqual(['Paper Lanterns', [8 * 16, 0, 0, 0]])
})

it.each([...samples.keys()])(
  'a real simfile, if available, has the hashes and counts of the game: %s',
  (name) => {
    const { charts, broken } = read(name)
    expect(broken).toEqual([])
    expect(charts.map(({ hash }) => hash.hash)).toEqual(hashes[name])
    for (const chart of charts) {
      expect(stepPreview.safeParse(chart.steps).error).toBeUndefined()
      const known = counts[chart.hash.hash ?? '']
      if (known) expect([chart.hash.hash, ...countsOf(chart)]).toEqual([chart.hash.hash, ...known])
    }
  },
)

it.each([...samples.keys()])('a real simfile has data of the song and of its last chart: %s', (name) => {
  const song = read(name)
  const { song: about, chart } = facts[name]
  expect(song).toMatchObject(about)
  expect(song.charts.at(-1)).toMatchObject(chart)
})
