import { describe, expect, it } from 'vitest'
import {
  beatPart,
  columnsOf,
  fieldOf,
  lanesOf,
  notesBetween,
  noteY,
  panelMarks,
  speedFrom,
  visibleSeconds,
} from './lanes.ts'

it('a note has its coarsest quantisation', () => {
  const parts = Array.from({ length: 48 }, (_, tick) => beatPart(tick))
  const ticksOf = (part: string) => parts.flatMap((other, tick) => (other === part ? [tick] : []))
  expect(ticksOf('4th')).toEqual([0])
  expect(ticksOf('8th')).toEqual([24])
  expect(ticksOf('12th')).toEqual([16, 32])
  expect(ticksOf('16th')).toEqual([12, 36])
  expect(ticksOf('24th')).toEqual([8, 40])
  expect(ticksOf('32nd')).toEqual([6, 18, 30, 42])
  expect(ticksOf('48th')).toEqual([4, 20, 28, 44])
  expect(ticksOf('64th')).toEqual([3, 9, 15, 21, 27, 33, 39, 45])
  expect(ticksOf('other')).toHaveLength(24)
})

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

it('panels are drawn as on the pad, and as squares for unknown layouts', () => {
  expect(panelMarks('dance-single', 4)).toEqual([-90, 180, 0, 90])
  expect(panelMarks('dance-double', 8)).toEqual([-90, 180, 0, 90, -90, 180, 0, 90])
  expect(panelMarks('pump-single', 5)[2]).toBe('square')
  for (const unknown of ['kb7-single', 'constructor', null])
    expect(panelMarks(unknown, 3)).toEqual(['square', 'square', 'square'])
  expect(panelMarks('dance-single', 5)).toEqual(new Array(5).fill('square'))
})

describe('the field', () => {
  it('spaces beats one panel apart at the speed that equals the tempo', () => {
    const field = fieldOf(432, 430, 4, 450)
    const beat = 60 / 450
    expect(noteY(field, 10, 10 + beat) - noteY(field, 10, 10)).toBeCloseTo(field.pitch)
    expect(noteY(field, 10, 10)).toBe(field.receptors)
  })

  it.each([
    [432, 4],
    [358, 8],
    [358, 16],
  ])('of %i px holds %i panels, in the middle', (width, panels) => {
    const { pitch, left } = fieldOf(width, 430, panels, 450)
    expect(left - pitch / 2).toBeGreaterThanOrEqual(0)
    expect(left * 2 + pitch * (panels - 1)).toBeCloseTo(width)
  })

  it('includes partly visible notes', () => {
    const field = fieldOf(432, 430, 4, 600)
    const { from, to } = visibleSeconds(field, 30)
    expect(noteY(field, 30, from)).toBeCloseTo(-field.pitch / 2)
    expect(noteY(field, 30, to)).toBeCloseTo(430 + field.pitch / 2)
  })
})

describe('the columns', () => {
  it('are one on a phone and three on a wide page, side by side', () => {
    expect(columnsOf(358, 430, 4, 450)).toEqual([{ x: 0, ahead: 0, field: fieldOf(358, 430, 4, 450) }])
    const wide = columnsOf(1192, 430, 8, 450)
    expect(wide.map(({ x, field }) => [Math.round(x), Math.round(field.width)])).toEqual([
      [0, 397],
      [397, 397],
      [795, 397],
    ])
  })

  it('go on at the top of one where the one before ends', () => {
    const columns = columnsOf(1192, 430, 4, 600)
    for (const [i, { field, ahead }] of columns.entries()) {
      const next = columns[i + 1]
      if (!next) continue
      const last = ahead + (field.height - field.receptors) / field.second
      expect(noteY(field, 30 + ahead, 30 + last)).toBeCloseTo(430)
      expect(noteY(next.field, 30 + next.ahead, 30 + last)).toBeCloseTo(0)
    }
  })
})

describe('the speed', () => {
  it('is the stored one, else the default', () => {
    expect(['800', '450', null, '', '801', 'NaN'].map(speedFrom)).toEqual([
      '800',
      '450',
      '450',
      '450',
      '450',
      '450',
    ])
  })
})
