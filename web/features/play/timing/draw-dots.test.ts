import { sum } from '@stepledger/contracts/sum.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dotRaster, dotStamps, growthOf, stampDot } from './draw-dots.ts'

/** A minimal ImageData, which Node lacks. */
beforeAll(() => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly width: number
      readonly height: number
      readonly data: Uint8ClampedArray
      constructor(width: number, height: number) {
        this.width = width
        this.height = height
        this.data = new Uint8ClampedArray(4 * width * height)
      }
    },
  )
  return () => vi.unstubAllGlobals()
})

const red = [255, 0, 0] as const
const blue = [0, 0, 255] as const
const stamps = dotStamps(2, 1)
const alphas = (data: Uint8ClampedArray) => Array.from(data).filter((_, i) => i % 4 === 3)

describe('a dot', () => {
  it('covers the area of its circle at every subpixel position', () => {
    for (const { coverage } of stamps) expect(sum([...coverage]) / 255).toBeCloseTo(Math.PI * 4, 0)
  })

  it('is centred at its position', () => {
    const raster = dotRaster(20, 20)
    stampDot(raster, stamps, 7.5, 11.25, red)
    const weights = alphas(raster.image.data)
    const all = sum(weights)
    const x = sum(weights.map((weight, i) => weight * ((i % 20) + 0.5))) / all
    const y = sum(weights.map((weight, i) => weight * (Math.floor(i / 20) + 0.5))) / all
    expect([x, y]).toEqual([expect.closeTo(7.5, 1), expect.closeTo(11.25, 1)])
  })

  it('is clipped at the edges', () => {
    const raster = dotRaster(10, 10)
    for (const [x, y] of [
      [-30, 5],
      [5, 40],
      [-30, -30],
    ] as const)
      stampDot(raster, stamps, x, y, red)
    expect(sum(alphas(raster.image.data))).toBe(0)
    stampDot(raster, stamps, 0, 5, red)
    expect(sum(alphas(raster.image.data)) / 255).toBeCloseTo(Math.PI * 2, 0)
  })

  it('is composited over existing pixels', () => {
    const raster = dotRaster(10, 10)
    const at = (x: number, y: number) => [...raster.image.data.slice(4 * (y * 10 + x), 4 * (y * 10 + x) + 4)]
    stampDot(raster, stamps, 4, 5, blue)
    stampDot(raster, stamps, 6, 5, red)
    expect(at(6, 5)).toEqual([255, 0, 0, 255])
    expect(at(2, 5)).toEqual([0, 0, 255, expect.any(Number)])
    const [r = 0, , b = 0, alpha = 0] = at(4, 3)
    expect(alpha).toBeGreaterThan(100)
    expect(r + b).toBeGreaterThanOrEqual(254)
  })
})

it('dots grow up to twice their size when zooming in', () => {
  const whole = { from: 0, to: 120 }
  const of = (seconds: number) => growthOf(whole, { from: 10, to: 10 + seconds })
  expect([growthOf(whole, whole), of(60), of(30), of(5), of(1)]).toEqual([1, 1.25, 1.5, 2, 2])
})
