import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bmp } from '../../../tests/generators/bmp.ts'
import { decodeBmp } from './decode-bmp.ts'
import { PictureError } from './variants.ts'

const size = fc.integer({ min: 1, max: 37 })

it.each([
  [1, 2],
  [4, 16],
  [8, 256],
  [16, 2 ** 24],
  [24, 2 ** 24],
  [32, 2 ** 24],
])('reads a BMP of %i bits per pixel, of any width and row order', (bits, most) => {
  fc.assert(
    fc.property(size, size, fc.boolean(), fc.nat(2 ** 24), (width, height, topDown, seed) => {
      // 16 bits keep five of each colour's eight.
      const shade = (number: number) => (bits === 16 ? Math.round(((number >> 3) * 255) / 31) : number)
      const colourAt = (x: number, y: number) => {
        const colour = (seed + (((x * 31 + y * 17) * 7919) % Math.min(most, 65_521)) * 257) % 2 ** 24
        return (shade(colour >> 16) << 16) | (shade((colour >> 8) & 255) << 8) | shade(colour & 255)
      }
      const decoded = decodeBmp(bmp(width, height, bits, colourAt, { topDown }))

      expect([decoded.width, decoded.height, decoded.channels]).toEqual([width, height, 3])
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          if (decoded.data.readUIntBE((y * width + x) * 3, 3) !== colourAt(x, y)) {
            throw new Error(`another colour at ${x}, ${y}`)
          }
        }
      }
    }),
    { numRuns: 40 },
  )
})

it('reads a BMP with any bytes changed, or reports that it is broken', () => {
  const honest = bmp(20, 10, 8, (x, y) => (x % 5) * 40 + y)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { minLength: 1 }), fc.nat(), (changes, cut) => {
      const changed = Buffer.from(honest)
      for (const [at, value] of changes) changed[at] = value
      try {
        decodeBmp(changed.subarray(0, cut % 3 === 0 ? cut % changed.length : undefined))
      } catch (error) {
        expect(error).toBeInstanceOf(PictureError)
      }
    }),
  )
})
