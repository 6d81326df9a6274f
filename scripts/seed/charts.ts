import { bmp } from '../../tests/generators/bmp.ts'
import { type GeneratedChart, generatedChart, simfileOf } from '../../tests/generators/chart.ts'
import { madePack } from '../../tests/generators/pack.ts'
import { seeded } from '../../tests/generators/random.ts'

const packNames = [
  'Winter Steps',
  'Technical Tour 3',
  'ふぁん',
  'Stamina Yard',
  'First Feet',
  'Crossing Lines',
]
export const chartsPerPack = 20

/**
 * Returns the nth chart of a seed, from 0. Songs have two charts each. The first 120 charts are in packs, `chartsPerPack`
 * in each.
 */
export function seededChart(seed: number, n: number): GeneratedChart {
  const meter = 6 + Math.floor(12 * seeded(seed, 5, n)() ** 1.4)
  const chart = generatedChart({ seed: [seed, 2, n], meter, song: seededSong(seed, Math.floor(n / 2)) })
  return { ...chart, pack: packName(seed, Math.floor(n / chartsPerPack)) ?? chart.pack }
}

function seededSong(seed: number, song: number) {
  // The hash is not used, and takes long.
  const { songName, artist, bpm, startsAt } = generatedChart({ seed: [seed, 7, song], hash: '' })
  // Unique, so that songs of a pack have different folders.
  return { songName: `${songName.replace(/ \d+$/, '')} ${song + 1}`, artist, bpm, startsAt }
}

/** Other seeds have other charts, so their packs have other names. */
function packName(seed: number, pack: number): string | null {
  const name = packNames[pack]
  return name === undefined ? null : seed === 1 ? name : `${name} (${seed})`
}

interface SeededPack {
  readonly name: string
  /** With a banner. */
  readonly zip: Buffer
}

export function* seededPacks(seed: number, charts: number): Generator<SeededPack> {
  for (let pack = 0; pack * chartsPerPack < charts; pack++) {
    const name = packName(seed, pack)
    if (name === null) return
    const files: Record<string, string | Buffer> = { 'banner.bmp': banner(seed, pack) }
    for (let n = pack * chartsPerPack; n < (pack + 1) * chartsPerPack; n += 2) {
      const song = seededChart(seed, n)
      files[`${song.songName}/${song.songName}.ssc`] = simfileOf(song, seededChart(seed, n + 1))
    }
    yield { name, zip: madePack(name, files) }
  }
}

/** Diagonal stripes in two colours. */
function banner(seed: number, pack: number): Buffer {
  const random = seeded(seed, 6, pack)
  const colours = [0, 1].map(() => Math.floor(random() * 2 ** 24))
  const width = 20 + Math.floor(random() * 40)
  return bmp(418, 164, 8, (x, y) => colours[Math.floor((x + y) / width) % 2] ?? 0)
}
