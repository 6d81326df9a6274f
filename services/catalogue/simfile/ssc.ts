import { simfileLimits } from './limits.ts'
import { SimfileError } from './simfile-error.ts'
import { type ChartText, type SimfileText, songTags, tagText, timingTexts } from './simfile-text.ts'
import { readTags } from './tags.ts'
import type { TimingTexts } from './timing-lists.ts'

type Tags = Map<string, readonly string[]>

const timingTags = ['STOPS', 'DELAYS', 'WARPS', 'FAKES'] as const
const tagNames: ReadonlySet<string> = new Set([
  ...songTags,
  ...timingTags,
  'NOTEDATA',
  'STEPSTYPE',
  'DIFFICULTY',
  'METER',
  'DESCRIPTION',
  'CHARTNAME',
  'NOTES',
  'NOTES2',
])

/**
 * Parses an .ssc: tags before the first #NOTEDATA belong to the song, tags between a #NOTEDATA and its #NOTES to a chart.
 *
 * @throws SimfileError when there are too many tags or charts.
 */
export function readSsc(text: string): SimfileText {
  const song: Tags = new Map()
  const charts: Tags[] = []
  let open: Tags | null = null
  for (const { name, values } of readTags(text, tagNames)) {
    if (name === 'NOTEDATA') {
      open = new Map()
      if (charts.push(open) > simfileLimits.charts) {
        throw new SimfileError('file', `has more than ${simfileLimits.charts} charts`)
      }
    } else if (name === 'NOTES' || name === 'NOTES2') {
      open?.set('NOTES', values)
      open = null
    } else {
      const tags = open ?? song
      tags.set(name === 'FREEZES' ? 'STOPS' : name, values)
    }
  }
  const timing = timingTexts(song)
  return { song, charts: charts.map((chart) => chartText(song, timing, chart)) }
}

function chartText(song: Tags, songTiming: TimingTexts, chart: Tags): ChartText {
  return {
    stepsType: tagText(chart, 'STEPSTYPE'),
    difficulty: tagText(chart, 'DIFFICULTY'),
    meter: tagText(chart, 'METER'),
    description: tagText(chart, 'DESCRIPTION'),
    chartName: tagText(chart, 'CHARTNAME'),
    stepartist: tagText(chart, 'CREDIT'),
    displayBpm: chart.get('DISPLAYBPM') ?? song.get('DISPLAYBPM') ?? [],
    timing: splitTiming(songTiming, chart),
    notes: chart.get('NOTES')?.[0] ?? null,
  }
}

/** A chart with its own BPMs inherits no timing from the song; one without inherits the lists that it lacks. */
function splitTiming(song: TimingTexts, chart: Tags): TimingTexts {
  const own = timingTexts(chart)
  if (own.bpms.trim() !== '') return own
  if (Object.values(own).every((list) => list.trim() === '')) return song
  const merged = (list: keyof TimingTexts) => (own[list].trim() === '' ? song[list] : own[list])
  return {
    bpms: song.bpms,
    stops: merged('stops'),
    delays: merged('delays'),
    warps: merged('warps'),
    fakes: merged('fakes'),
  }
}
