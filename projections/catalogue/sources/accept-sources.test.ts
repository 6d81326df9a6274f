import { describe, expect, it } from 'vitest'
import type { ChartSourceRow } from '../pack-tables.ts'
import { acceptSources, sourcesInForce } from './accept-sources.ts'

/** A source that begins at 1, with overrides. */
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
    other_counts: [],
    decided: null,
    decided_at: null,
    accepted: false,
    rank: null,
    ...other,
  }
}

/**
 * Returns the packs whose sources are in force, the describing one first, and checks that the input order does not
 * matter.
 */
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

describe('sources of a chart', () => {
  it('are accepted if first or equal to an accepted one', () => {
    expect(inForce(first)).toEqual([1])
    expect(inForce(first, source({ pack: 2, from_at: 5 }))).toEqual([1, 2])
  })

  it('wait if the source of another uploader differs, even after the first pack is removed', () => {
    expect(inForce(first, other)).toEqual([1])
    expect(inForce({ ...first, until_at: 9, until_offset: 9 }, other)).toEqual([])
  })

  it('are accepted if no source of the chart is listed', () => {
    expect(inForce({ ...first, until_at: 4, until_offset: 4 }, other)).toEqual([2])
  })

  it('are accepted from the same uploader, the same pack and operators', () => {
    expect(inForce(first, { ...other, uploader: first.uploader })).toEqual([1, 2])
    expect(inForce(first, { ...other, uploader: null })).toEqual([1, 2])
    const before = { ...first, until_at: 5, until_offset: 5 }
    expect(inForce(before, { ...other, pack: 1, from_offset: 5 })).toEqual([1])
  })

  it('are in force once accepted by decision, and not if refused', () => {
    const accepted = { ...other, decided: true, decided_at: 7 }
    expect(inForce(first, accepted)).toEqual([1, 2])
    expect(inForce(first, { ...other, decided: false, decided_at: 7 })).toEqual([1])
    expect(inForce({ ...first, decided: false, decided_at: 7 }, accepted)).toEqual([2])
    const same = source({ pack: 3, content: 'one row' })
    expect(inForce(first, accepted, { ...same, from_at: 6 })).toEqual([1, 2])
    expect(inForce(first, accepted, { ...same, from_at: 8 })).toEqual([1, 2, 3])
  })

  it('keep their rank before later ones when their pack changes them', () => {
    const before = { ...first, until_at: 8, until_offset: 8 }
    const equal = source({ pack: 2, from_at: 5 })
    const changed = source({ pack: 1, from_at: 8, from_offset: 8, content: 'corrected' })
    expect(inForce(before, equal, changed)).toEqual([1, 2])
  })

  it('at the same time are ordered by song id', () => {
    expect(inForce(first, { ...other, from_at: first.from_at })).toEqual([1])
    expect(inForce({ ...first, song: 99 }, { ...other, from_at: first.from_at })).toEqual([2])
  })
})
