import { cellCounter } from './cell-counter.ts'
import { hashesOf } from './chart-hash.ts'
import { type ChartReader, readChart } from './read-chart.ts'
import type { BrokenChart, Chart, Simfile } from './simfile.ts'
import { SimfileError } from './simfile-error.ts'
import { type ChartText, type SimfileKind, sanitiseText, tagText } from './simfile-text.ts'
import { readSm } from './sm.ts'
import { readSsc } from './ssc.ts'
import { decodeText } from './text.ts'
import { timingReader } from './timeline.ts'

/**
 * Parses a simfile with all of its charts. An unreadable chart is listed with its reason and does not affect the others.
 *
 * @throws SimfileError for a file that exceeds the limits (`simfile-error.ts`) or is not a simfile.
 */
export function readSimfile(bytes: Uint8Array, kind: SimfileKind): Simfile {
  const text = decodeText(bytes)
  const { song, charts: chartTexts } = kind === 'ssc' ? readSsc(text) : readSm(text)
  if (song.size === 0 && chartTexts.length === 0)
    throw new SimfileError('file', 'has none of the tags of a simfile')
  const reader = { hash: hashesOf(bytes, kind), timing: timingReader(kind), cells: cellCounter() }
  const charts: Chart[] = []
  const broken: BrokenChart[] = []
  for (const [index, chartText] of chartTexts.entries()) {
    const chart = chartOrReason(chartText, index, reader)
    if ('reason' in chart) broken.push(chart)
    else charts.push(chart)
  }
  const shown = (tag: string) => sanitiseText(tagText(song, tag))
  return {
    texts: {
      title: shown('TITLE'),
      subtitle: shown('SUBTITLE'),
      artist: shown('ARTIST'),
      titleTranslit: shown('TITLETRANSLIT'),
      subtitleTranslit: shown('SUBTITLETRANSLIT'),
      artistTranslit: shown('ARTISTTRANSLIT'),
      genre: shown('GENRE'),
      credit: shown('CREDIT'),
    },
    pictures: { banner: shown('BANNER'), background: shown('BACKGROUND'), jacket: shown('JACKET') },
    charts,
    broken,
    cells: reader.cells.count(),
  }
}

function chartOrReason(text: ChartText, index: number, reader: ChartReader): Chart | BrokenChart {
  try {
    return readChart(text, reader)
  } catch (error) {
    if (!(error instanceof SimfileError)) throw error
    return { index, field: error.field, reason: error.reason }
  }
}
