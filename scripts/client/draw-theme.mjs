// @ts-check
// Draws the pictures of the theme into client/theme.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { themePictures } from './theme-pictures.mjs'

for (const [path, bytes] of await themePictures(root)) {
  const file = join(root, 'client/theme', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}
