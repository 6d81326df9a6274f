import { beatToNoteRow } from './beats.ts'
import { addDelays, tidyUpBpms } from './sm-timing.ts'
import { addBpmSegment, addSegment, type TimingData, type TimingSegment } from './timing-data.ts'
import {
  entriesOf,
  leadingNumber,
  type ReadChanges,
  rowToBeat,
  stringToFloat,
  type TimingTag,
} from './timing-lists.ts'

/** VERSION_SPLIT_TIMING: before it, a chart has no timing of its own, and a warp names its end. */
export const versionSplitTiming = Math.fround(0.7)

/** Tags of which the engine keeps no time, but which are timing of a chart as well, with the rule of a valid entry. */
const otherTags: Readonly<Record<string, (values: readonly string[]) => boolean>> = {
  LABELS: (values) => values.length === 2 && isBeat(values[0]),
  TIMESIGNATURES: ([beat, ...parts]) =>
    parts.length >= 2 && isBeat(beat) && parts.slice(0, 2).every((part) => leadingNumber(part) >= 1),
  TICKCOUNTS: (values) => values.length === 2,
  COMBOS: (values) => values.length >= 2,
  SPEEDS: (values) => values.length >= 3 && isBeat(values[0]) && isBeat(values[2]),
  SCROLLS: (values) => values.length >= 2 && isBeat(values[0]),
}

export const sscTimingTags = ['BPMS', 'STOPS', 'DELAYS', 'WARPS', 'FAKES', ...Object.keys(otherTags)]

function isBeat(text = ''): boolean {
  return stringToFloat(text) >= 0
}

/**
 * The timing of an .ssc or one of its charts (NotesLoaderSSC.cpp), from its tags in their order; null when they add
 * nothing. BPMs and stops that are not positive are dropped.
 */
export function readSscTiming(tags: readonly TimingTag[], readChanges: ReadChanges): TimingData | null {
  const timing = {
    bpms: [] as TimingSegment[],
    stops: [] as TimingSegment[],
    delays: [] as TimingSegment[],
    warps: [] as TimingSegment[],
    fakes: [] as TimingSegment[],
  }
  let hasOthers = false
  for (const tag of tags) {
    const isValid = otherTags[tag.name]
    if (isValid) hasOthers ||= entriesOf(tag.text).some(isValid)
    else process(timing, tag, readChanges)
  }
  if (!hasOthers && Object.values(timing).every((list) => list.length === 0)) return null
  return { ...timing, bpms: tidyUpBpms(timing.bpms) }
}

type Lists = { readonly [list in keyof TimingData]: TimingSegment[] }

function process(
  { bpms, stops, delays, warps, fakes }: Lists,
  tag: TimingTag,
  readChanges: ReadChanges,
): void {
  switch (tag.name) {
    case 'BPMS':
      for (const { beat, value } of readChanges(tag))
        if (beat >= 0 && value > 0) addBpmSegment(bpms, { row: beatToNoteRow(beat), value })
      break
    case 'STOPS':
      for (const { beat, value } of readChanges(tag))
        if (beat >= 0 && value > 0) addSegment(stops, { row: beatToNoteRow(beat), value })
      break
    case 'DELAYS':
      addDelays(delays, readChanges(tag, rowToBeat))
      break
    case 'WARPS':
      for (const { beat, value } of readChanges(tag)) {
        const namesEnd = tag.version < versionSplitTiming && value > beat
        const beats = namesEnd ? Math.fround(value - beat) : value
        if (beats > 0) addSegment(warps, { row: beatToNoteRow(beat), value: beatToNoteRow(beats) })
      }
      break
    case 'FAKES':
      for (const { beat, value } of readChanges(tag, rowToBeat))
        if (value > 0) addSegment(fakes, { row: beatToNoteRow(beat), value: beatToNoteRow(value) })
      break
    default:
      throw new Error(`${tag.name} is no timing`)
  }
}
