/** Note quantisation, which determines the note's colour. */
export const beatParts = ['4th', '8th', '12th', '16th', '24th', '32nd', '48th', '64th', 'other'] as const
export type BeatPart = (typeof beatParts)[number]

/** 48ths of a beat, coarsest first. */
const grids: readonly [ticks: number, part: BeatPart][] = [
  [48, '4th'],
  [24, '8th'],
  [16, '12th'],
  [12, '16th'],
  [8, '24th'],
  [6, '32nd'],
  [4, '48th'],
  [3, '64th'],
]

/** The coarsest grid that contains the note. `tick`: its offset within the beat, in 48ths. */
export function beatPart(tick: number): BeatPart {
  return grids.find(([ticks]) => tick % ticks === 0)?.[1] ?? 'other'
}
