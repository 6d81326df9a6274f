import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { bmp } from '../../../tests/generators/bmp.ts'
import { makeVariants } from './make-variants.ts'
import type { PictureKind, Variant } from './variants.ts'

const red = { r: 220, g: 30, b: 30 }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } })

async function variants(bytes: Buffer, kind: PictureKind = 'banner'): Promise<readonly Variant[]> {
  const made = await makeVariants(bytes, kind)
  if ('skipped' in made) throw new Error(made.skipped)
  return made.variants
}

const sizes = (made: readonly Variant[]) =>
  made.map(({ size, format, width, height }) => `${size} ${format} ${width}x${height}`)

it('creates three sizes of a banner in AVIF and WebP, named by their hash', async () => {
  const made = await variants(await picture(1600, 500).png().toBuffer())

  expect(sizes(made)).toEqual([
    'original avif 1024x320',
    'original webp 1024x320',
    'md avif 512x160',
    'md webp 512x160',
    'sm avif 256x80',
    'sm webp 256x80',
  ])
  for (const { bytes, format, width, height, name } of made) {
    const seen = await sharp(bytes).metadata()
    expect([seen.format, seen.width, seen.height]).toEqual([
      format === 'avif' ? 'heif' : 'webp',
      width,
      height,
    ])
    expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.${format}`)
  }
})

it('does not enlarge: sizes of a small picture share one file', async () => {
  const made = await variants(await picture(200, 80).jpeg().toBuffer())

  expect(new Set(made.map(({ width }) => width))).toEqual(new Set([200]))
  expect(made).toHaveLength(6)
  expect(new Set(made.map(({ name }) => name)).size).toBe(2)
})

it('makes backgrounds and jackets smaller', async () => {
  const large = await picture(1920, 1080).jpeg().toBuffer()

  expect(sizes(await variants(large, 'background'))).toEqual(['md avif 960x540', 'md webp 960x540'])
  expect(sizes(await variants(large, 'jacket'))).toEqual([
    'md avif 512x288',
    'md webp 512x288',
    'sm avif 256x144',
    'sm webp 256x144',
  ])
})

it('is deterministic', async () => {
  const bytes = await picture(300, 100).png().toBuffer()

  expect(await variants(bytes)).toEqual(await variants(bytes))
})

it.each([
  ['PNG of 16 bits', () => picture(64, 32).toColourspace('rgb16').png()],
  ['grey PNG', () => picture(64, 32).greyscale().png()],
  ['PNG with few colours', () => picture(64, 32).png({ palette: true })],
  ['interlaced PNG with alpha', () => picture(64, 32).ensureAlpha(0.5).png({ progressive: true })],
  ['JPEG for print', () => picture(64, 32).toColourspace('cmyk').jpeg()],
  ['progressive JPEG', () => picture(64, 32).jpeg({ progressive: true })],
  ['WebP', () => picture(64, 32).webp({ lossless: true })],
  ['GIF', () => picture(64, 32).gif()],
])('reads a %s', async (_what, make) => {
  const [first] = await variants(await make().toBuffer())

  expect([first?.width, first?.height]).toEqual([64, 32])
})

async function colourOf(made: readonly Variant[]): Promise<number[]> {
  return [
    ...(await sharp(made.find(({ format }) => format === 'webp')?.bytes)
      .removeAlpha()
      .raw()
      .toBuffer()),
  ].slice(0, 3)
}

it('reads a BMP in its colours', async () => {
  const [r = 0, g = 0, b = 0] = await colourOf(await variants(bmp(60, 30, 24, () => 0xdc1e1e)))

  expect([r > 200, g < 60, b < 60]).toEqual([true, true, true])
})

it('takes the first frame of an animated GIF', async () => {
  const frame = (background: typeof red) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = [await frame(red), await frame({ r: 0, g: 0, b: 255 })]
  const animated = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)

  const made = await variants(animated)
  const [r = 0, , b = 0] = await colourOf(made)
  expect([made[0]?.height, r > 200, b < 60]).toEqual([20, true, true])
})

it('rotates a photograph by its orientation tag', async () => {
  const [first] = await variants(await picture(100, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer())

  expect([first?.width, first?.height]).toEqual([40, 100])
})

/** A GIF of one pixel and many frames. */
function longGif(frames: number): Buffer {
  const start = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** A PNG with the given dimensions and very few bytes. */
function emptyPng(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  size.writeUInt16BE(0x0802, 8)
  const chunk = (type: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])))
    return Buffer.concat([length, Buffer.from(type), data, sum])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['nothing', () => Buffer.alloc(0), 'is not a PNG, JPEG, GIF, WebP or BMP image'],
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'is not a PNG, JPEG, GIF, WebP or BMP image',
  ],
  [
    'half a PNG',
    async () => (await picture(400, 200).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000),
    'is broken',
  ],
  ['half a JPEG', async () => (await picture(400, 200).jpeg().toBuffer()).subarray(0, 700), 'is broken'],
  ['half a BMP', () => bmp(40, 20, 24, () => 0).subarray(0, 900), 'is broken'],
  [
    'a BMP of a billion pixels',
    () => {
      const bytes = bmp(4, 4, 24, () => 0)
      bytes.writeInt32LE(40_000, 18)
      bytes.writeInt32LE(40_000, 22)
      return bytes
    },
    'is too large: 40000 by 40000 pixels',
  ],
  ['a PNG of a billion pixels', () => emptyPng(40_000, 40_000), 'is too large: 40000 by 40000 pixels'],
  ['a GIF of 100,000 frames', () => longGif(100_000), 'has too many frames: 100000'],
  [
    'a large picture of few bytes',
    () => picture(8000, 4000).png().toBuffer(),
    'is too large: 8000 by 4000 pixels',
  ],
])('skips %s with a reason', async (_what, make, reason) => {
  expect(await makeVariants(await make(), 'banner')).toEqual({ skipped: reason })
})

it('creates variants of a picture with any bytes changed, or skips it with a reason', async () => {
  const honest = [
    await picture(40, 20).png().toBuffer(),
    await picture(40, 20).jpeg().toBuffer(),
    await picture(40, 20).gif().toBuffer(),
    await picture(40, 20).webp().toBuffer(),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...honest),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }),
      async (bytes, changes) => {
        const changed = Buffer.from(bytes)
        for (const [at, value] of changes) changed[at % changed.length] = value
        const made = await makeVariants(changed, 'jacket')
        expect('skipped' in made ? made.skipped : made.variants.length).toBeTruthy()
      },
    ),
    { numRuns: 60 },
  )
})
