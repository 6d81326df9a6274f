import type { Drawing, Mark } from '@stepledger/contracts/look/figure/marks.ts'

/** Colours of light and dark pages: those of the themes winter and arrow-blue. */
const colours = {
  ink: ['#394150', '#e4e9ef'],
  mute: ['#5d6673', '#a6b0bd'],
  line: ['#d5dae1', '#333c49'],
  line2: ['#a9b2be', '#5f6a79'],
  halo: ['#ffffff', '#0d1117'],
  c1: ['#2a62d8', '#4ea3f5'],
  c2: ['#b4530a', '#f0b254'],
  c3: ['#1b7a3d', '#6fd08c'],
  c4: ['#9a2a86', '#ec92dd'],
  c5: ['#0b7285', '#6bd5e3'],
  c6: ['#a12d2d', '#f38d85'],
  c7: ['#5b4bb4', '#b3a6ff'],
  c8: ['#5d6673', '#a6b0bd'],
  j10: ['#0c7285', '#8deef4'],
  j15: ['#1d4fc4', '#5aa2ff'],
  j23: ['#8c939d', '#f4f6f8'],
  jex: ['#b17b00', '#f3c550'],
  jgr: ['#2f7d3c', '#6bbd6a'],
  jde: ['#8d2fd0', '#c08cff'],
  jwo: ['#c0531c', '#ffb184'],
  jmi: ['#a31d1d', '#ff7a6e'],
  hex: ['#b01c7e', '#f58fd0'],
  ex: ['#0b67a8', '#62c4f5'],
  itg: ['#394150', '#e4e9ef'],
} satisfies Record<string, readonly [light: string, dark: string]>

const style = [
  ':root{color-scheme:light dark}',
  `svg{${Object.entries(colours)
    .map(([name, [light]]) => `--${name}:${light}`)
    .join(';')}}`,
  `@media(prefers-color-scheme:dark){svg{${Object.entries(colours)
    .map(([name, [, dark]]) => `--${name}:${dark}`)
    .join(';')}}}`,
  'text{font:11px system-ui,sans-serif;fill:var(--mute)}',
  '.tb{fill:var(--ink);font-weight:650}',
  '.halo{paint-order:stroke;stroke:var(--halo);stroke-width:4px;stroke-linejoin:round}',
  'path{fill:none;stroke:none}.gl{stroke:var(--line)}.gl2{stroke:var(--line2)}',
  '.line{stroke:var(--c);stroke-width:2;stroke-linejoin:round}',
  '.knots{stroke:var(--c);stroke-width:6;stroke-linecap:round}',
  '.fill{fill:var(--c)}.dots{fill-opacity:.7}.name{fill:var(--c);font-weight:650}',
  ...Object.keys(colours)
    .filter((name) => /^(c\d|j..|hex|ex|itg)$/.test(name))
    .map((name) => `.c-${name.replace(/^c/, '')}{--c:var(--${name})}`),
].join('')

/** A standalone picture with its colours and an accessible description. */
export function svgOf({ width, height, marks, words }: Drawing): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(words)}">`,
    `<style>${style}</style>`,
    ...marks.map(markText),
    '</svg>\n',
  ].join('\n')
}

function markText(mark: Mark): string {
  if (mark.kind === 'path') return `<path class="${mark.className}" d="${mark.d}"/>`
  const { className, x, y, anchor, text } = mark
  return `<text class="${className}" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
