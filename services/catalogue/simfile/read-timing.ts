import {
  addBpmSegment,
  addSegment,
  beatToNoteRow,
  type Change,
  entriesOf,
  leadingNumber,
  type ReadChanges,
  rowToBeat,
  stringToFloat,
  type TimingData,
  type TimingSegment,
  type TimingTag,
} from './timing-data.ts'

/** FAST_BPM_WARP: a BPM above it takes no time. */
const fastBpmWarp = 9_999_999
/** Where a warp ends that never catches up, beats. */
const endless = 99_999_999

/**
 * The timing of an .sm (NotesLoaderSM.cpp): the last #BPMS and #STOPS, and every #DELAYS. Negative BPMs and stops become
 * warps. The format has no fakes.
 */
export function readSmTiming(tags: readonly TimingTag[], readChanges: ReadChanges): TimingData {
  const last = (name: string) => {
    const tag = tags.findLast((each) => each.name === name)
    return tag ? readChanges(tag, rowToBeat).filter(({ value }) => value !== 0) : []
  }
  const delays: TimingSegment[] = []
  for (const tag of tags) if (tag.name === 'DELAYS') addDelays(delays, readChanges(tag, rowToBeat))
  return { ...processBpmsAndStops(last('BPMS'), last('STOPS')), delays, fakes: [] }
}

/** ProcessDelays */
function addDelays(delays: TimingSegment[], changes: readonly Change[]): void {
  for (const { beat, value } of changes)
    if (value > 0) addSegment(delays, { row: beatToNoteRow(beat), value })
}

/** ProcessBPMsAndStops, step by step in single precision: rounding decides which row ends a warp. */
function processBpmsAndStops(
  bpmChanges: readonly Change[],
  stopChanges: readonly Change[],
): Pick<TimingData, 'bpms' | 'stops' | 'warps'> {
  const bpms: TimingSegment[] = []
  const stops: TimingSegment[] = []
  const warps: TimingSegment[] = []
  const { first, later } = firstBpm(bpmChanges.toSorted(byBeat))
  if (!takesNoTime(first)) bpms.push({ row: 0, value: first })

  let bpm = first
  let beat = 0
  /** The running warp: where it began and the BPM before it. */
  let warp: { readonly from: number; readonly bpm: number } | null = null
  /** How far time is ahead of where the running warp began, seconds: it ends when this is positive. */
  let ahead = 0
  const endWarp = ({ from, bpm: before }: { from: number; bpm: number }, to: number) => {
    addSegment(warps, { row: beatToNoteRow(from), value: beatToNoteRow(Math.fround(to - from)) })
    if (bpm !== before) addBpmSegment(bpms, { row: beatToNoteRow(from), value: bpm })
  }
  const catchUp = (at: number) => Math.fround(at - Math.fround(Math.fround(ahead * bpm) / 60))

  // BPMs go first on the same beat, because sorting is stable.
  const changes = [
    ...later.map((change) => ({ ...change, isBpm: true })),
    ...stopChanges.filter((stop) => stop.beat >= 0).map((change) => ({ ...change, isBpm: false })),
  ].sort(byBeat)
  for (const change of changes) {
    if (bpm <= fastBpmWarp) {
      ahead = Math.fround(ahead + Math.fround(Math.fround(Math.fround(change.beat - beat) * 60) / bpm))
      if (warp && bpm > 0 && ahead > 0) {
        endWarp(warp, catchUp(change.beat))
        warp = null
      }
    }
    beat = change.beat
    const { value } = change
    if (change.isBpm) {
      if (!warp && takesNoTime(value)) {
        warp = { from: beat, bpm }
        ahead = 0
      } else if (!warp) addBpmSegment(bpms, { row: beatToNoteRow(beat), value })
      bpm = value
    } else if (warp) {
      ahead = Math.fround(ahead + value)
      if (value < 0 || ahead <= 0) continue
      // The stop makes up for more than the warp has skipped: what is left of it is a stop.
      addSegment(stops, { row: beatToNoteRow(beat), value: ahead })
      if (takesNoTime(bpm)) {
        addSegment(warps, {
          row: beatToNoteRow(warp.from),
          value: beatToNoteRow(Math.fround(beat - warp.from)),
        })
        warp = { from: beat, bpm: warp.bpm }
        ahead = 0
      } else {
        endWarp(warp, beat)
        warp = null
      }
    } else if (value < 0) {
      warp = { from: beat, bpm }
      ahead = value
    } else addSegment(stops, { row: beatToNoteRow(beat), value })
  }
  if (warp) endWarp(warp, takesNoTime(bpm) ? endless : catchUp(beat))
  return { bpms: tidyUpBpms(bpms), stops, warps }
}

function byBeat(a: Change, b: Change): number {
  return a.beat - b.beat
}

function takesNoTime(bpm: number): boolean {
  return bpm < 0 || bpm > fastBpmWarp
}

/**
 * The BPM at beat 0 and the changes after it. Where no BPM is given for beat 0, the engine drops the first one and takes
 * the second for both.
 */
function firstBpm(changes: readonly Change[]): { first: number; later: readonly Change[] } {
  const later = changes.filter(({ beat }) => beat > 0)
  const atStart = changes.findLast(({ beat }) => beat <= 0)
  if (atStart) return { first: atStart.value, later }
  const [only, second] = later
  return { first: second?.value ?? only?.value ?? defaultBpm, later: later.slice(1) }
}

const defaultBpm = 60

/** TidyUpData: the first BPM holds from beat 0 on; 60 is the default. */
function tidyUpBpms([first, ...others]: readonly TimingSegment[]): TimingSegment[] {
  return [{ row: 0, value: first?.value ?? defaultBpm }, ...others]
}

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
