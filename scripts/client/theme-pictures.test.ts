import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { themePictures } from './theme-pictures.mjs'

const root = new URL('../..', import.meta.url).pathname

const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

it('the pictures of the theme are those that are drawn, but for what renderers round', async () => {
  const drawn = await themePictures(root)
  expect(drawn.size).toBe(13)
  for (const [path, png] of drawn) {
    const [kept, now] = await Promise.all([
      readFile(join(root, 'client/theme', path)).then(pixels),
      pixels(png),
    ])
    expect([path, kept.info.width, kept.info.height]).toEqual([path, now.info.width, now.info.height])
    const differing = kept.data.filter((value, i) => Math.abs(value - (now.data[i] ?? 0)) > 24)
    expect([path, differing.length / kept.data.length]).toEqual([path, expect.closeTo(0, 2)])
  }
})
