import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { themePictures } from './theme-pictures.mjs'

const root = new URL('../..', import.meta.url).pathname

const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

it('the committed pictures of the theme match the drawn ones, except for rounding', async () => {
  const drawn = await themePictures(root)
  expect(drawn.size).toBe(13)
  for (const [path, png] of drawn) {
    const [committed, current] = await Promise.all([
      readFile(join(root, 'client/theme', path)).then(pixels),
      pixels(png),
    ])
    expect([path, committed.info.width, committed.info.height]).toEqual([
      path,
      current.info.width,
      current.info.height,
    ])
    const differing = committed.data.filter((value, i) => Math.abs(value - (current.data[i] ?? 0)) > 24)
    expect([path, differing.length / committed.data.length]).toEqual([path, expect.closeTo(0, 2)])
  }
})
