// @ts-check
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Draws the pictures of the theme from shapes. The results are committed in client/theme, as the bytes of a PNG depend
 * on the version of the renderer; `node scripts/client/draw-theme.mjs` draws them again.
 * @param {string} root
 * @returns {Promise<Map<string, Buffer>>} by their path below client/theme
 */
export async function themePictures(root) {
  const script = await readFile(join(root, 'client/theme/Scripts/99 Stepledger.lua'), 'utf8')
  const colors = script.match(/#[0-9A-F]{6}/g) ?? []
  /** @type {Map<string, string>} */
  const drawings = new Map([[`Fonts/_Combo Fonts/Stepledger/Stepledger 8x2 (doubleres).png`, comboFont()]])
  for (const [i, color] of colors.entries())
    drawings.set(`Graphics/_FallbackBanners/banner${i + 1} (doubleres).png`, banner(color))
  const pictures = [...drawings].map(async ([path, svg]) => /** @type {const} */ ([path, await png(svg)]))
  return new Map(await Promise.all(pictures))
}

/** @param {string} svg */
const png = (svg) => sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer()

/** A cell of the font, px of a doubled picture. */
const cell = { width: 96, height: 136 }

/** Strokes of the characters in a box of 64 × 100, in the order of Stepledger.ini. */
const glyphs = [
  '<path d="M12 22 L38 3 V100"/>',
  '<path d="M9 32 C9 17 18 8.5 32 8.5 C46 8.5 55 17 55 29 C55 41 46 50 36 59 L12 85 V91.5 H59"/>',
  '<path d="M9 26 C12 14 20 8.5 32 8.5 C45 8.5 53 16 53 27.5 C53 40 44 47 28 47"/><path d="M28 47 C46 47 55.5 54 55.5 68.5 C55.5 83 46 91.5 32 91.5 C18 91.5 10 85 8 72"/>',
  '<path d="M47 100 V0"/><path d="M50 -8 L10 71 H64"/>',
  '<path d="M56 8.5 H17 L13 47 C18 42 25 39.5 32 39.5 C46 39.5 55.5 49 55.5 65 C55.5 82 45 91.5 31 91.5 C18 91.5 10 85 8 73"/>',
  '<path d="M53 24 C49 13 42 8.5 33 8.5 C17 8.5 8.5 26 8.5 64"/><ellipse cx="32" cy="64" rx="23.5" ry="27.5"/>',
  '<path d="M5 8.5 H56 C42 32 30 62 26 100"/>',
  '<ellipse cx="32" cy="28.5" rx="20" ry="20"/><ellipse cx="32" cy="69.5" rx="23.5" ry="22"/>',
  '<g transform="rotate(180 32 50)"><path d="M53 24 C49 13 42 8.5 33 8.5 C17 8.5 8.5 26 8.5 64"/><ellipse cx="32" cy="64" rx="23.5" ry="27.5"/></g>',
  '<rect x="8.5" y="8.5" width="47" height="83" rx="23.5"/>',
  '<path d="M40 -2 C20 26 20 74 40 102"/>',
  '<path d="M24 -2 C44 26 44 74 24 102"/>',
  '<path d="M54 0 L10 104"/>',
  '<path d="M32 82 V100"/>',
  '<path d="M14 54 H50"/>',
  '<g stroke-width="10"><ellipse cx="15" cy="27" rx="10.5" ry="15"/><ellipse cx="49" cy="75" rx="10.5" ry="15"/><path d="M53 3 L11 99"/></g>',
]

function comboFont() {
  const cells = glyphs.map((glyph, i) => {
    const [x, y] = [(i % 8) * cell.width + 16, Math.floor(i / 8) * cell.height + 18]
    return `<g transform="translate(${x} ${y})" clip-path="url(#box)">${glyph}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${8 * cell.width}" height="${2 * cell.height}">
    <clipPath id="box"><rect x="-4" width="72" height="100"/></clipPath>
    <g fill="none" stroke="#fff" stroke-width="17" stroke-linejoin="miter" stroke-miterlimit="6">${cells.join('')}</g></svg>`
}

/** An arrow that points up, of five bars, in a box of 180 × 180. */
const arrow = [
  'M79 4 H101 L122 31 H58 Z',
  'M50 42 H130 L150 69 H30 Z',
  'M21 80 H159 L180 107 H0 Z',
  'M58 118 H122 V144 H58 Z',
  'M58 154 H122 V180 H58 Z',
].join('')

/**
 * The banner of songs without one: the four arrows of a pad on a dark background.
 * @param {string} color
 */
function banner(color) {
  const arrows = [-90, 180, 0, 90].map(
    (turn, i) =>
      `<g transform="translate(${61 + i * 182} 80) scale(0.934) rotate(${turn} 90 90)"><path d="${arrow}"/></g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="836" height="328">
    <rect width="836" height="328" fill="#10151b"/><rect width="836" height="328" fill="${color}" opacity="0.16"/>
    <rect y="316" width="836" height="12" fill="${color}"/>
    <g fill="${color}">${arrows.join('')}</g></svg>`
}
