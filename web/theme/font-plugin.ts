import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const packaged = fileURLToPath(
  new URL('../../node_modules/@fontsource-variable/archivo/files/', import.meta.url),
)
const fonts = fileURLToPath(new URL('../../.cache/fonts/', import.meta.url))

/**
 * The letters of nearly all pages are one file; the others load when a page has such a letter. Ranges as in
 * `styles/font.css`.
 */
const subsets = [
  {
    name: 'basic',
    of: 'latin',
    ranges: [[0x20, 0x7e], [0xa0], [0xb1], [0xb7], [0xd7], [0x2013, 0x2026], [0x2190, 0x2193], [0x2212]],
  },
  { name: 'latin', of: 'latin', ranges: [[0xa1, 0xff], [0x131], [0x152, 0x153], [0x20ac]] },
  { name: 'extended', of: 'latin-ext', ranges: [[0x100, 0x17f]] },
] as const

const wght = { min: 400, max: 850 }

/** Writes subsets of the font for `styles/font.css`. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async configResolved() {
      await mkdir(fonts, { recursive: true })
      await Promise.all(
        subsets.map(async ({ name, of, ranges }) => {
          const font = await readFile(join(packaged, `archivo-${of}-standard-normal.woff2`))
          const text = ranges.map(([first, last = first]) => letters(first, last)).join('')
          const options = { targetFormat: 'woff2', variationAxes: { wght } } as const
          await writeFile(join(fonts, `archivo-${name}.woff2`), await subsetFont(font, text, options))
        }),
      )
    },
  }
}

function letters(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')
}
