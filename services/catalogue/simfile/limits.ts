/**
 * What a simfile may hold. The largest in the field, marathons of several charts with thousands of changes of BPM, stay
 * well below.
 */
export const simfileLimits = {
  bytes: 6 * 1024 * 1024,
  tags: 20_000,
  /** Of one tag, between its colons; those behind are left out. */
  values: 64,
  charts: 100,
  /** Of a title, a name or a path, in UTF-16 units; longer ones are cut. */
  textLength: 500,
  /** Of one list: BPMs, stops, delays, warps or fakes. */
  timingChanges: 20_000,
  /** Of all lists of all charts, those that charts share counted once. */
  timingChangesOfFile: 200_000,
  measures: 10_000,
  /** Of one measure. The game knows 192 places in it. */
  measureRows: 10_000,
  /** Of one row as written, its keysounds included. */
  rowLength: 4_096,
  /** Rows that hold something, as many as a play may have. */
  rows: 50_000,
  panels: 32,
  /** In beats, either way. The game's own last beat is far below. */
  beat: 1_000_000,
} as const
