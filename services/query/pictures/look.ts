/** Converts a CSS oklch colour (`lightness` in percent, `hue` in degrees) to `#rrggbb`, clipped to sRGB. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const [L, a, b] = [lightness / 100, chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map((part) => byte(part).toString(16).padStart(2, '0')).join('')}`
}

function byte(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055))
}

/** The colours of the default theme (Default (Dark)) as hex values, because SVG renderers don't support oklch. */
export const look = {
  panel: oklch(23.5, 0.026, 258),
  page: oklch(19, 0.025, 260),
  ink: oklch(93, 0.012, 250),
  ink2: oklch(75, 0.012, 250),
  line: oklch(33, 0.022, 256),
  primary: oklch(72, 0.155, 245),
  miss: oklch(71, 0.18, 23),
  gold: oklch(83, 0.155, 84),
  goldInk: oklch(85, 0.14, 86),
  white: oklch(98, 0.004, 250),
  blue: oklch(79, 0.125, 218),
  pink: oklch(78, 0.16, 352),
  meter: oklch(80, 0.02, 258),
  onMeter: oklch(17, 0.02, 260),
} as const

/** Colours of judgments and difficulties on dark ground, by name. */
export const judgmentColours: ReadonlyMap<string, string> = new Map([
  ['Fantastic (10ms)', oklch(90, 0.125, 198)],
  ['Fantastic (15ms)', oklch(70, 0.155, 248)],
  ['Fantastic (23ms)', oklch(98, 0.003, 250)],
  ['Excellent', oklch(85, 0.15, 87)],
  ['Great', oklch(69, 0.18, 146)],
  ['Decent', oklch(72, 0.17, 305)],
  ['Way Off', oklch(82, 0.12, 60)],
  ['Miss', look.miss],
])

export const difficultyColours = {
  Beginner: oklch(75, 0.14, 308),
  Easy: oklch(78, 0.17, 145),
  Medium: oklch(86, 0.15, 98),
  Hard: oklch(74.5, 0.15, 32),
  Challenge: oklch(81, 0.125, 220),
  Edit: look.meter,
} as const

/** The short label of a board, its text colour, and the background of its cell. */
interface BoardLook {
  readonly label: string
  readonly colour: string
  readonly ground: string
}

const boards = new Map<string, BoardLook>([
  ['HardEX', { label: 'H.EX', colour: oklch(78, 0.15, 352), ground: oklch(29.5, 0.035, 330) }],
  ['EX', { label: 'EX', colour: oklch(79, 0.125, 218), ground: oklch(29.5, 0.036, 245) }],
  ['ITG', { label: 'ITG', colour: oklch(98, 0.003, 250), ground: oklch(31.5, 0.022, 257) }],
])

/** Boards of later rules have no colour of their own. */
export function boardLook(name: string): BoardLook {
  return boards.get(name) ?? { label: name, colour: look.ink, ground: oklch(31.5, 0.022, 257) }
}
