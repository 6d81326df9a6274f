import { describe, expect, it } from 'vitest'
import { columnsOf, fieldOf, noteY, speedFrom, visibleSeconds } from './scroll.ts'

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
