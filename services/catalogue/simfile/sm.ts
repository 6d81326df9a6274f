import { SimfileError, simfileLimits } from './simfile-error.ts'
import { type ChartText, type SimfileText, songTags } from './simfile-text.ts'
import { readTags } from './tags.ts'
import type { TimingTag } from './timing-data.ts'

const timingTags: ReadonlySet<string> = new Set(['BPMS', 'STOPS', 'FREEZES', 'DELAYS'])
const tagNames: ReadonlySet<string> = new Set([...songTags, ...timingTags, 'NOTES', 'NOTES2'])

/**
 * Parses an .sm: each #NOTES contains type, description, difficulty, meter, radar and notes, separated by colons. All
 * charts have the timing of the song, wherever its tags are. The format has no warps or fakes.
 *
 * @throws SimfileError when there are too many tags or charts.
 */
export function readSm(text: string): SimfileText {
  const song = new Map<string, readonly string[]>()
  const timing: TimingTag[] = []
  const notes: (readonly string[])[] = []
  for (const { name, values } of readTags(text, tagNames)) {
    if (timingTags.has(name))
      timing.push({ name: name === 'FREEZES' ? 'STOPS' : name, text: values[0] ?? '', version: 0 })
    else if (name !== 'NOTES' && name !== 'NOTES2') song.set(name, values)
    else if (notes.push(values) > simfileLimits.charts) {
      throw new SimfileError('file', `has more than ${simfileLimits.charts} charts`)
    }
  }
  const displayBpm = song.get('DISPLAYBPM') ?? []
  const shared = { timing: { own: timing, song: timing }, displayBpm }
  return { song, charts: notes.map((values) => ({ ...chartText(values), ...shared })) }
}

function chartText(values: readonly string[]): Omit<ChartText, 'timing' | 'displayBpm'> {
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
