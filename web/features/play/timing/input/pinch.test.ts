import { describe, expect, it } from 'vitest'
import { gripOf, pinched } from './use-drag.ts'

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
