import { sscTimingTags, versionSplitTiming } from './format-timing.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import { type ChartText, type SimfileText, songTags, tagText } from './simfile-text.ts'
import { readTags } from './tags.ts'
import { stringToFloat, type TimingTag } from './timing-data.ts'

type Tags = Map<string, readonly string[]>

const timingTags: ReadonlySet<string> = new Set(sscTimingTags)
/** STEPFILE_VERSION_NUMBER: of a file without #VERSION. */
const defaultVersion = 0.83

const tagNames: ReadonlySet<string> = new Set([
  ...songTags,
  ...timingTags,
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
export function readSsc(text: string): SimfileText {
  const song: ChartTags = { tags: new Map(), timing: [] }
  const charts: ChartTags[] = []
  let open: ChartTags | undefined
  let version = defaultVersion
  for (const { name, values } of readTags(text, tagNames)) {
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
    } else if (!timingTags.has(name)) (open ?? song).tags.set(name, values)
    else if (!open || version >= versionSplitTiming)
      (open ?? song).timing.push({ name, text: values[0] ?? '', version })
  }
  return { song: song.tags, charts: charts.map((chart) => chartText(song, chart)) }
}

function chartText(song: ChartTags, { tags: chart, timing }: ChartTags): ChartText {
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
