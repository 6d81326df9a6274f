import { expect, it } from 'vitest'
import { largestSquare, resized, sizeOf } from './picture-section.tsx'

const wide = { width: 800, height: 400 }

it('is initially the largest centred square', () => {
  expect(largestSquare(wide)).toEqual({ unit: '%', x: 25, y: 0, width: 50, height: 100 })
  expect(largestSquare({ width: 300, height: 600 })).toEqual({
    unit: '%',
    x: 0,
    y: 25,
    width: 100,
    height: 50,
  })
  expect(sizeOf(largestSquare(wide), wide)).toBe(100)
})

it('is resized around its centre and stays in the image', () => {
  const half = resized(largestSquare(wide), wide, 50)
  expect(half).toEqual({ unit: '%', x: 37.5, y: 25, width: 25, height: 50 })
  expect(sizeOf(half, wide)).toBe(50)
  expect(resized({ ...half, x: 75, y: 50 }, wide, 100)).toEqual({
    unit: '%',
    x: 50,
    y: 0,
    width: 50,
    height: 100,
  })
})
