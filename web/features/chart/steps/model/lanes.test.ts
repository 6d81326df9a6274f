import { describe, expect, it } from 'vitest'
import { lanesOf, notesBetween } from './lanes.ts'

/** Rows as [second, cells]; all on 4ths. */
const preview = (rows: Record<number, string>) => {
  const seconds = Object.keys(rows).map(Number)
  return {
    panels: Object.values(rows)[0]?.length ?? 0,
    seconds,
    ticks: seconds.map(() => 0),
    notes: Object.values(rows).join(''),
  }
}

describe('the lanes of a preview', () => {
  it('contain the notes of each panel, with the ends of holds and rolls', () => {
    const [left, right] = lanesOf(preview({ 1: '12', 2: '4M', 3: '03', 4: '3L', 5: 'F1' }))
    expect(left?.notes.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['tap', 1, 1],
      ['roll', 2, 4],
      ['fake', 5, 5],
    ])
    expect(right?.notes.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['hold', 1, 3],
      ['mine', 2, 2],
      ['lift', 4, 4],
      ['tap', 5, 5],
    ])
  })

  it('treat a hold without an end as a tap and ignore a stray end', () => {
    const [lane] = lanesOf(preview({ 1: '3', 2: '2', 3: '2', 4: '3' }))
    expect(lane?.notes.map(({ from, to }) => [from, to])).toEqual([
      [2, 2],
      [3, 4],
    ])
  })
})

describe('visible notes', () => {
  it('include notes that begin, last or end in the span, also long holds', () => {
    const [lane] = lanesOf(preview({ 0: '1', 1: '2', 2: 'M', 8: '3', 9: '1', 20: '1' }))
    if (!lane) throw new Error('no lane')
    const seen = (from: number, to: number) => notesBetween(lane, from, to).map((note) => note.from)
    expect(seen(4, 5)).toEqual([1])
    expect(seen(0, 2)).toEqual([0, 1, 2])
    expect(seen(8, 9)).toEqual([1, 9])
    expect(seen(8.5, 8.9)).toEqual([])
    expect(seen(21, 30)).toEqual([])
    expect(seen(-5, -1)).toEqual([])
  })

  it('are found in a marathon by binary search', () => {
    const seconds = Array.from({ length: 50_000 }, (_, i) => i / 10)
    const [lane] = lanesOf({ panels: 1, seconds, ticks: seconds.map(() => 0), notes: '1'.repeat(50_000) })
    if (!lane) throw new Error('no lane')
    let looked = 0
    const counted = new Proxy(lane.notes, {
      get: (notes, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looked += 1
        return Reflect.get(notes, key, receiver)
      },
    })
    expect(notesBetween({ ...lane, notes: counted }, 4_000, 4_001)).toHaveLength(11)
    expect(looked).toBeLessThan(50)
  })
})
