import sharp from 'sharp'
import { expect, it } from 'vitest'
import { progressiveJpeg } from '../../../tests/generators/progressive-jpeg.ts'
import { hasTooManyScans, maxJpegScans } from './image-format.ts'

it('counts the scans of a JPEG by its markers', async () => {
  const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
  const usual = await photo.jpeg({ progressive: true, optimizeScans: true }).withExif({}).toBuffer()
  expect(hasTooManyScans(usual)).toBe(false)
  expect(hasTooManyScans(progressiveJpeg(64, maxJpegScans))).toBe(false)
  expect(hasTooManyScans(progressiveJpeg(64, maxJpegScans + 1))).toBe(true)
  expect(await sharp(progressiveJpeg(64, 41), { failOn: 'error' }).stats()).toMatchObject({ isOpaque: true })
})

it.each([
  ['nothing', ''],
  ['a marker that is cut off', 'ffd8ff'],
  ['a length that is cut off', 'ffd8ffc200'],
  ['a length of 0', 'ffd8ffc20000ffda0000'],
  ['fill bytes without an end', `ffd8${'ff'.repeat(1000)}`],
])('stops counting at %s', (_, hex) => {
  expect(hasTooManyScans(Buffer.from(hex, 'hex'))).toBe(false)
})
