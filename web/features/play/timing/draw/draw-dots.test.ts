import { expect, it } from 'vitest'
import { growthOf } from './draw-dots.ts'

it('dots grow up to twice their size when zooming in', () => {
  const whole = { from: 0, to: 120 }
  const of = (seconds: number) => growthOf(whole, { from: 10, to: 10 + seconds })
  expect([growthOf(whole, whole), of(60), of(30), of(5), of(1)]).toEqual([1, 1.25, 1.5, 2, 2])
})
