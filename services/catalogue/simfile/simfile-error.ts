/**
 * A rejected simfile or chart. `field`: the invalid tag, or `file`; `reason` completes the sentence for the uploader:
 * "has more than 20000 entries".
 */
export class SimfileError extends Error {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    super(faultText({ field, reason }))
    this.name = 'SimfileError'
    this.field = field
    this.reason = reason
  }
}

/** "#NOTES is missing", "it has none of the tags of a simfile". */
export function faultText({ field, reason }: Pick<SimfileError, 'field' | 'reason'>): string {
  return field === 'file' ? `it ${reason}` : `#${field} ${reason}`
}

/** Limits of a simfile. The largest known ones, marathons with thousands of BPM changes, stay well below. */
export const simfileLimits = {
  bytes: 6 * 1024 * 1024,
  tags: 20_000,
  /** Values of one tag; further ones are dropped. */
  values: 64,
  charts: 100,
  /** Of a title, a name or a path, UTF-16 units; longer ones are truncated. */
  textLength: 500,
  /** Of one list: BPMs, stops, delays, warps or fakes. */
  timingChanges: 20_000,
  /** Of all lists of all charts; shared lists count once. */
  timingChangesOfFile: 200_000,
  measures: 10_000,
  /** Of one measure. The game has a resolution of 192. */
  measureRows: 10_000,
  /** Of one row as written, its keysounds included. */
  rowLength: 4_096,
  /** Non-empty rows, as many as a play may have. */
  rows: 50_000,
  panels: 32,
  /** Duration of a chart. */
  seconds: 1_000_000,
  /** Absolute value, beats. The game's own maximum is far below. */
  beat: 1_000_000,
} as const
