import { describe, expect, it } from 'vitest'
import { acceptSources, sourcesInForce } from './accept-sources.ts'
import type { ChartSourceRow } from './source-table.ts'

/** A source that begins at 1; anything may be told otherwise. */
function source(other: Partial<ChartSourceRow> & Pick<ChartSourceRow, 'pack'>): ChartSourceRow {
  return {
    song: other.pack * 10,
    hash: 'a'.repeat(16),
    from_offset: 1,
    from_at: 1,
    until_offset: null,
    until_at: null,
    uploader: `uploader of ${other.pack}`,
    content: 'honest',
    rows: 100,
    holds: 0,
    rolls: 0,
    mines: 0,
    decided: null,
    decided_at: null,
    accepted: false,
    rank: null,
    ...other,
  }
}

/** The packs whose sources are in force, the one that describes the chart first; whatever order they are read in. */
function inForce(...sources: ChartSourceRow[]): number[] {
  const packs = (read: ChartSourceRow[]) =>
    sourcesInForce([...acceptSources(read)].map(([row, acceptance]) => ({ ...row, ...acceptance }))).map(
      ({ pack }) => pack,
    )
  const found = packs(sources)
  expect(packs(sources.toReversed())).toEqual(found)
  return found
}

const first = source({ pack: 1 })
const other = source({ pack: 2, from_at: 5, content: 'one row' })

describe('what songs state about a chart', () => {
  it('is taken of the first one, and of others that state the same', () => {
    expect(inForce(first)).toEqual([1])
    expect(inForce(first, source({ pack: 2, from_at: 5 }))).toEqual([1, 2])
  })

  it('waits when another uploader states something else, also when the first pack is removed after that', () => {
    expect(inForce(first, other)).toEqual([1])
    expect(inForce({ ...first, until_at: 9, until_offset: 9 }, other)).toEqual([])
  })

  it('is taken when nothing of the chart is listed any more', () => {
    expect(inForce({ ...first, until_at: 4, until_offset: 4 }, other)).toEqual([2])
  })

  it('is taken of the same uploader, of the same pack and of operators', () => {
    expect(inForce(first, { ...other, uploader: first.uploader })).toEqual([1, 2])
    expect(inForce(first, { ...other, uploader: null })).toEqual([1, 2])
    const before = { ...first, until_at: 5, until_offset: 5 }
    expect(inForce(before, { ...other, pack: 1, from_offset: 5 })).toEqual([1])
  })

  it('is taken from the moment when it is accepted, and no more when it is refused', () => {
    const accepted = { ...other, decided: true, decided_at: 7 }
    expect(inForce(first, accepted)).toEqual([1, 2])
    expect(inForce(first, { ...other, decided: false, decided_at: 7 })).toEqual([1])
    expect(inForce({ ...first, decided: false, decided_at: 7 }, accepted)).toEqual([2])
    const same = source({ pack: 3, content: 'one row' })
    expect(inForce(first, accepted, { ...same, from_at: 6 })).toEqual([1, 2])
    expect(inForce(first, accepted, { ...same, from_at: 8 })).toEqual([1, 2, 3])
  })

  it('keeps its place when its pack changes it, before one that came later', () => {
    const before = { ...first, until_at: 8, until_offset: 8 }
    const equal = source({ pack: 2, from_at: 5 })
    const changed = source({ pack: 1, from_at: 8, from_offset: 8, content: 'corrected' })
    expect(inForce(before, equal, changed)).toEqual([1, 2])
  })

  it('of two at one time is that of the smaller song', () => {
    expect(inForce(first, { ...other, from_at: first.from_at })).toEqual([1])
    expect(inForce({ ...first, song: 99 }, { ...other, from_at: first.from_at })).toEqual([2])
  })
})
