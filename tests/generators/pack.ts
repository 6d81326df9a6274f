import { sscText } from './simfile.ts'
import { zip } from './zip.ts'

/** A measure of four beats with 4, 8 or 16 rows of notes. */
function measure(rows: number, arrows: readonly string[]): string {
  return Array.from({ length: rows }, (_, i) => arrows[i % arrows.length] ?? '0000').join('\n')
}

const arrows = ['1000', '0100', '0010', '0001']

/** The text of an .ssc with one chart for each of these numbers of rows per measure. */
export function madeSimfile(song: {
  readonly title: string
  readonly artist?: string
  readonly measures?: number
  readonly charts: readonly { readonly difficulty: string; readonly meter: number; readonly rows: number }[]
}): string {
  const { title, artist = 'The Ledgers', measures = 8, charts } = song
  return sscText({
    bpms: '0.000=150.000',
    tags: { TITLE: title, ARTIST: artist },
    charts: charts.map(({ difficulty, meter, rows }) => ({
      difficulty,
      meter: String(meter),
      measures: Array.from({ length: measures }, () => measure(rows, arrows)),
      tags: { CREDIT: 'rowan' },
    })),
  })
}

/** The zip of a pack: its files by path below the pack's folder. */
export function madePack(name: string, files: Readonly<Record<string, string | Buffer>>): Buffer {
  return zip(
    Object.entries(files).map(([path, bytes]) => ({ name: `${name}/${path}`, bytes: Buffer.from(bytes) })),
  )
}
