import { describe, expect, it } from 'vitest'
import { anchorOf, spanAfterKey } from './keys.ts'

const whole = { from: 0, to: 100 }
const press = (key: string, span = whole, shiftKey = false, seconds = 50) =>
  spanAfterKey({ key, shiftKey }, whole, span, seconds)

describe('the zoom keys', () => {
  it('+ and − zoom around the selected step, 0 shows the whole song', () => {
    expect(press('+', whole, false, 10)).toEqual({ from: 4, to: 64 })
    expect(press('=', whole, true, 10)).toEqual({ from: 4, to: 64 })
    const back = press('-', { from: 4, to: 64 }, false, 10)
    expect(back).toBe(whole)
    expect(press('0', { from: 4, to: 64 })).toBe(whole)
  })

  it('Shift with an arrow pans by a quarter; arrows alone are for steps', () => {
    expect(press('ArrowRight', { from: 0, to: 40 }, true)).toEqual({ from: 10, to: 50 })
    expect(press('ArrowLeft', { from: 5, to: 45 }, true)).toEqual({ from: 0, to: 40 })
    expect(press('ArrowRight')).toBeNull()
    expect(press('a')).toBeNull()
  })

  it('zooms around the selected step if visible, else around the centre', () => {
    expect(anchorOf({ from: 10, to: 20 }, 12)).toBe(12)
    expect(anchorOf({ from: 10, to: 20 }, 30)).toBe(15)
    expect(anchorOf({ from: 10, to: 20 }, null)).toBe(15)
  })
})
