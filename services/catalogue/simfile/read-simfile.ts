import { hashesOf } from './chart-hash.ts'
import { type Chart, type ChartReader, cellCounter, readChart } from './read-chart.ts'
import { sscTimingTags, versionSplitTiming } from './read-timing.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import {
  type ChartText,
  type SimfileKind,
  type SimfileText,
  sanitiseText,
  songTags,
  tagText,
} from './simfile-text.ts'
import { readTags } from './tags.ts'
import { decodeText } from './text.ts'
import { timingReader } from './timeline.ts'
import { stringToFloat, type TimingTag } from './timing-data.ts'

/** A song of a simfile. Texts are trimmed, truncated to 500, and empty when missing. */
export interface Simfile {
  readonly texts: {
    readonly title: string
    readonly subtitle: string
    readonly artist: string
    readonly titleTranslit: string
    readonly subtitleTranslit: string
    readonly artistTranslit: string
    readonly genre: string
    readonly credit: string
  }
  /** Untrusted paths relative to the song's folder, with either slash; the file may not exist. */
  readonly pictures: { readonly banner: string; readonly background: string; readonly jacket: string }
  /** In the order of the file. */
  readonly charts: readonly Chart[]
  /** Charts that could not be read. */
  readonly broken: readonly BrokenChart[]
  /** Rows × panels of all charts. */
  readonly cells: number
}

interface BrokenChart {
  /** Index among the charts of the file, from 0. */
  readonly index: number
  readonly field: string
  readonly reason: string
}

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

const smTimingTags: ReadonlySet<string> = new Set(['BPMS', 'STOPS', 'FREEZES', 'DELAYS'])
const smTags: ReadonlySet<string> = new Set([...songTags, ...smTimingTags, 'NOTES', 'NOTES2'])

/**
 * Parses an .sm: each #NOTES contains type, description, difficulty, meter, radar and notes, separated by colons. All
 * charts have the timing of the song, wherever its tags are. The format has no warps or fakes.
 *
 * @throws SimfileError when there are too many tags or charts.
 */
function readSm(text: string): SimfileText {
  const song = new Map<string, readonly string[]>()
  const timing: TimingTag[] = []
  const notes: (readonly string[])[] = []
  for (const { name, values } of readTags(text, smTags)) {
    if (smTimingTags.has(name))
      timing.push({ name: name === 'FREEZES' ? 'STOPS' : name, text: values[0] ?? '', version: 0 })
    else if (name !== 'NOTES' && name !== 'NOTES2') song.set(name, values)
    else if (notes.push(values) > simfileLimits.charts) {
      throw new SimfileError('file', `has more than ${simfileLimits.charts} charts`)
    }
  }
  const displayBpm = song.get('DISPLAYBPM') ?? []
  const shared = { timing: { own: timing, song: timing }, displayBpm }
  return { song, charts: notes.map((values) => ({ ...chartOfSm(values), ...shared })) }
}

function chartOfSm(values: readonly string[]): Omit<ChartText, 'timing' | 'displayBpm'> {
  const [stepsType = '', description = '', difficulty = '', meter = '', , notes = null] = values
  return {
    stepsType,
    difficulty: difficultyText(difficulty, description),
    meter,
    description,
    chartName: '',
    stepartist: description,
    notes: notes?.trim() ?? null,
  }
}

/** Before Challenge existed, such charts were hard ones with a matching description. */
function difficultyText(difficulty: string, description: string): string {
  const isHard = difficulty.trim().toLowerCase() === 'hard'
  return isHard && /^\s*(?:smaniac|challenge)\s*$/i.test(description) ? 'Challenge' : difficulty
}

type Tags = Map<string, readonly string[]>

const timingTagsOfSsc: ReadonlySet<string> = new Set(sscTimingTags)
/** STEPFILE_VERSION_NUMBER: of a file without #VERSION. */
const defaultVersion = 0.83

const sscTags: ReadonlySet<string> = new Set([
  ...songTags,
  ...timingTagsOfSsc,
  'VERSION',
  'NOTEDATA',
  'STEPSTYPE',
  'DIFFICULTY',
  'METER',
  'DESCRIPTION',
  'CHARTNAME',
  'NOTES',
  'NOTES2',
])

/** The tags of a chart. `timing`: in order. */
interface ChartTags {
  readonly tags: Tags
  readonly timing: TimingTag[]
}

/**
 * Parses an .ssc: tags between a #NOTEDATA and its #NOTES belong to a chart, all others to the song. Before version 0.7
 * the timing tags of a chart have no effect.
 *
 * @throws SimfileError when there are too many tags or charts.
 */
function readSsc(text: string): SimfileText {
  const song: ChartTags = { tags: new Map(), timing: [] }
  const charts: ChartTags[] = []
  let open: ChartTags | undefined
  let version = defaultVersion
  for (const { name, values } of readTags(text, sscTags)) {
    if (name === 'VERSION') version = stringToFloat(values[0] ?? '')
    else if (name === 'NOTEDATA') {
      // A chart without notes goes on after the next #NOTEDATA.
      open = { tags: new Map(open?.tags), timing: [...(open?.timing ?? [])] }
      if (charts.push(open) > simfileLimits.charts) {
        throw new SimfileError('file', `has more than ${simfileLimits.charts} charts`)
      }
    } else if (name === 'NOTES' || name === 'NOTES2') {
      open?.tags.set('NOTES', values)
      open = undefined
    } else if (!timingTagsOfSsc.has(name)) (open ?? song).tags.set(name, values)
    else if (!open || version >= versionSplitTiming)
      (open ?? song).timing.push({ name, text: values[0] ?? '', version })
  }
  return { song: song.tags, charts: charts.map((chart) => chartOfSsc(song, chart)) }
}

function chartOfSsc(song: ChartTags, { tags: chart, timing }: ChartTags): ChartText {
  return {
    stepsType: tagText(chart, 'STEPSTYPE'),
    difficulty: tagText(chart, 'DIFFICULTY'),
    meter: tagText(chart, 'METER'),
    description: tagText(chart, 'DESCRIPTION'),
    chartName: tagText(chart, 'CHARTNAME'),
    stepartist: tagText(chart, 'CREDIT'),
    displayBpm: chart.get('DISPLAYBPM') ?? song.tags.get('DISPLAYBPM') ?? [],
    timing: { own: timing, song: song.timing },
    notes: chart.get('NOTES')?.[0] ?? null,
  }
}
