import { describe, expect, it } from 'vitest'
import { anchorOf, gripOf, pinched, spanAfterKey, stepAfterKey } from './use-viewport.ts'

const whole = { from: 0, to: 100 }
const at = (x: number) => ({ x, y: 50 })

describe('two fingers on a chart from 0 to 1000 px', () => {
  const grip = (a: number, b: number) => gripOf(at(a), at(b), 0, 1000)

  it('spread: zooms in around their midpoint', () => {
    expect(pinched(whole, whole, grip(400, 600), grip(300, 700))).toEqual({ from: 25, to: 75 })
  })

  it('move together: pan', () => {
    const part = { from: 40, to: 60 }
    expect(pinched(whole, part, grip(400, 600), grip(500, 700))).toEqual({ from: 38, to: 58 })
  })

  it('close: zooms out to the whole song at most', () => {
    expect(pinched(whole, { from: 40, to: 60 }, grip(100, 900), grip(480, 500))).toBe(whole)
  })

  it('vertical pinches work, and touching fingers have a bounded zoom', () => {
    const above = gripOf({ x: 500, y: 0 }, { x: 500, y: 100 }, 0, 1000)
    const apart = gripOf({ x: 500, y: 0 }, { x: 500, y: 200 }, 0, 1000)
    expect(pinched(whole, whole, above, apart)).toEqual({ from: 25, to: 75 })
    const touching = gripOf({ x: 500, y: 0 }, { x: 500, y: 0 }, 0, 1000)
    const shown = pinched(whole, whole, touching, apart)
    expect(shown.to - shown.from).toBe(12)
  })
})

describe('keyboard navigation of the steps', () => {
  it('moves by a step, by a twentieth of the play, or to its ends', () => {
    expect(stepAfterKey('ArrowRight', 4, 1000)).toBe(5)
    expect(stepAfterKey('ArrowLeft', 4, 1000)).toBe(3)
    expect(stepAfterKey('PageUp', 4, 1000)).toBe(54)
    expect(stepAfterKey('PageDown', 104, 1000)).toBe(54)
    expect(stepAfterKey('Home', 4, 1000)).toBe(0)
    expect(stepAfterKey('End', 4, 1000)).toBe(999)
  })

  it('stops at the ends', () => {
    expect(stepAfterKey('ArrowRight', 7, 8)).toBe(7)
    expect(stepAfterKey('PageDown', 3, 8)).toBe(0)
  })

  it('starts at the end that the key moves away from', () => {
    expect(stepAfterKey('ArrowRight', null, 8)).toBe(0)
    expect(stepAfterKey('ArrowLeft', null, 8)).toBe(7)
  })

  it('ignores other keys and plays without steps', () => {
    expect(stepAfterKey('Tab', 3, 8)).toBeNull()
    expect(stepAfterKey('Home', null, 0)).toBeNull()
  })
})

const entirePlay = { from: 0, to: 100 }
const press = (key: string, span = entirePlay, shiftKey = false, seconds = 50) =>
  spanAfterKey({ key, shiftKey }, entirePlay, span, seconds)

describe('the zoom keys', () => {
  it('+ and − zoom around the selected step, 0 shows the whole song', () => {
    expect(press('+', entirePlay, false, 10)).toEqual({ from: 4, to: 64 })
    expect(press('=', entirePlay, true, 10)).toEqual({ from: 4, to: 64 })
    const back = press('-', { from: 4, to: 64 }, false, 10)
    expect(back).toBe(entirePlay)
    expect(press('0', { from: 4, to: 64 })).toBe(entirePlay)
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
