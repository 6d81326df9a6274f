import { existsSync, readFileSync } from 'node:fs'
import { posterHues } from '@stepledger/contracts/competition/poster.ts'
import { describe, expect, it } from 'vitest'
import { themes } from '../themes.ts'

const houseCss = readFileSync(new URL('./themes.css', import.meta.url), 'utf8')
const posterCss = readFileSync(new URL('../../parts/competition/poster.css', import.meta.url), 'utf8')
const tokensCss = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Lightness 0–1, chroma, hue in degrees. */
type Colour = readonly [l: number, c: number, h: number]

/** daisyUI's declarations of a theme; empty for house themes. */
function daisyCss(name: string): string {
  const file = new URL(`../../../node_modules/daisyui/theme/${name}.css`, import.meta.url)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Linear sRGB, clipped to the gamut. */
function linear([l, c, h]: Colour): Rgb {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ]
}

/** A tint composited over a surface in encoded sRGB, as browsers do. */
function over(tint: Colour, share: number, surface: Colour): Rgb {
  const encode = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
  const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const [top, bottom] = [linear(tint), linear(surface)]
  const mix = (i: 0 | 1 | 2) => decode(encode(top[i]) * share + encode(bottom[i]) * (1 - share))
  return [mix(0), mix(1), mix(2)]
}

/** The WCAG contrast ratio. */
function contrastOf(a: Rgb, b: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const contrast = (a: Colour, b: Colour) => contrastOf(linear(a), linear(b))

function colour(text: string | undefined): Colour {
  const parts = /oklch\(([\d.]+)(%?) ([\d.]+) ([\d.]+)/.exec(text ?? '')
  if (!parts) throw new Error(`not an oklch colour: ${text}`)
  return [Number(parts[1]) / (parts[2] === '%' ? 100 : 1), Number(parts[3]), Number(parts[4])]
}

/** The declarations of a theme: daisyUI's or the house theme's, then the fixes at the end of themes.css. */
function theme(name: string): Map<string, string> {
  const own = houseCss.split('@plugin "daisyui/theme"').find((block) => block.includes(`name: "${name}"`))
  const repairs = [...houseCss.matchAll(/((?:\[data-theme="[a-z-]+"\],?\s*)+)\{([^}]*)\}/g)]
    .filter(([, selectors]) => selectors?.includes(`"${name}"`))
    .map(([, , body]) => body ?? '')
  const text = [own?.split('}')[0] ?? daisyCss(name), ...repairs].join('\n')
  return new Map(
    [...text.matchAll(/(--[\w-]+|color-scheme):\s*([^;]+);/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]),
  )
}

/** Colours used for text on a surface. */
const texts = ['j10', 'j15', 'j23', 'jex', 'jgr', 'jde', 'jwo', 'jmi', 'own', 'rival', 'g-gold-ink']
/** Colours of marks and bars, which are also told apart by shape. */
const marks = ['lb-hex', 'lb-ex', 'lb-itg', 'g-white', 'g-blue', 'g-pink']
/** Colours of notes in the step preview. */
const notes = [
  'd-hard',
  'd-challenge',
  'd-beginner',
  'd-medium',
  'lb-hex',
  'jwo',
  'j15',
  'd-easy',
  'own',
  'jmi',
]
const difficulties = ['beginner', 'easy', 'medium', 'hard', 'challenge'].map((name) => `d-${name}`)

function token(name: string, dark: boolean): Colour {
  const pair = new RegExp(`--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(tokensCss)
  return colour(dark ? pair?.[2] : pair?.[1])
}

/** Derived from the theme's text colour as in tokens.css. */
function secondary([l, c, h]: Colour, dark: boolean): Colour {
  return dark
    ? [Math.min(0.78, Math.max(0.72, l - 0.18)), c, h]
    : [Math.min(0.46, Math.max(0.38, l + 0.1)), c * 0.9, h]
}

describe.each(themes.map(({ name }) => name))('theme %s', (name) => {
  const values = theme(name)
  const dark = values.get('color-scheme')?.includes('dark') ?? false
  const base = (key: string) => colour(values.get(`--color-${key}`))
  const surfaces = [base('base-100'), base('base-200')]
  const worst = (ink: Colour) => Math.min(...surfaces.map((surface) => contrast(ink, surface)))

  it('keeps text, secondary text and the words in game colours readable on panel and page', () => {
    const inks = new Map<string, Colour>([
      ['text', base('base-content')],
      ['secondary text', secondary(base('base-content'), dark)],
      ...[...texts, ...difficulties].map((each) => [each, token(each, dark)] as const),
    ])
    const poor = [...inks]
      .filter(([, ink]) => worst(ink) < 4.5)
      .map(([each, ink]) => `${each} ${worst(ink).toFixed(2)}`)
    expect(poor).toEqual([])
  })

  it('keeps text readable on own and rival rows and on the chosen board', () => {
    const [ink, ink2] = [base('base-content'), secondary(base('base-content'), dark)]
    const pairs: [string, Colour, number, Colour][] = [
      ...['own', 'rival'].flatMap((each): [string, Colour, number, Colour][] => [
        [each, token(each, dark), 0.11, ink],
        [`${each}, secondary`, token(each, dark), 0.11, ink2],
      ]),
      ...['lb-hex', 'lb-ex', 'lb-itg'].map((each): [string, Colour, number, Colour] => [
        each,
        token(each, dark),
        0.14,
        ink,
      ]),
    ]
    const poor = pairs
      .map(
        ([each, tint, share, text]) =>
          [each, contrastOf(linear(text), over(tint, share, base('base-100')))] as const,
      )
      .filter(([, ratio]) => ratio < 4.5)
    expect(poor).toEqual([])
  })

  it('keeps text readable in wells, and the names of own and rivals in their own colours on their rows', () => {
    const well = base(dark ? 'base-300' : 'base-100')
    const inks = new Map<string, Colour>([
      ['text', base('base-content')],
      ['secondary text', secondary(base('base-content'), dark)],
    ])
    expect([...inks].filter(([, ink]) => contrast(ink, well) < 4.5).map(([each]) => each)).toEqual([])
    const poor = ['own', 'rival'].filter((each) => {
      const ink = token(each, dark)
      return contrastOf(linear(ink), over(ink, 0.11, base('base-100'))) < 4.5
    })
    expect(poor).toEqual([])
  })

  it('keeps the notes of a chart visible in their well', () => {
    const well = base(dark ? 'base-300' : 'base-100')
    expect(notes.filter((each) => contrast(token(each, dark), well) < 3)).toEqual([])
  })

  it('shows where the focus is, on panel and page', () => {
    expect(worst(base('base-content'))).toBeGreaterThanOrEqual(3)
  })

  it('keeps marks and bars visible on panel and page', () => {
    expect(marks.filter((each) => worst(token(each, dark)) < 3)).toEqual([])
  })

  it('keeps words readable on primary and error buttons and on difficulty blocks', () => {
    const pairs: [string, Colour, Colour][] = [
      ['primary', base('primary-content'), base('primary')],
      ['error', base('error-content'), base('error')],
      ...difficulties.map(
        (each) => [each, token('d-content', dark), token(each, dark)] satisfies [string, Colour, Colour],
      ),
    ]
    const poor = pairs.filter(([, ink, ground]) => contrast(ink, ground) < 4.5).map(([each]) => each)
    expect(poor).toEqual([])
  })
})

it.each(Object.entries(posterHues))(
  "keeps a %s event's poster, the same on every theme, readable on its ground and in its cells",
  (_, hue) => {
    const part = (name: string): Colour => {
      const [, l, c, turn = '0'] =
        new RegExp(
          `--${name}: oklch\\(([\\d.]+)% ([\\d.]+) (?:calc\\()?var\\(--ev-hue, \\d+\\)(?: ([-+] \\d+)\\))?`,
        ).exec(posterCss) ?? []
      if (l === undefined) throw new Error(`no colour ${name}`)
      return [Number(l) / 100, Number(c), hue + Number(turn.replace(' ', ''))]
    }
    const poor = ['ev-ink', 'ev-ink-2'].filter((ink) =>
      ['ev-bg', 'ev-cell'].some((ground) => contrast(part(ink), part(ground)) < 4.5),
    )
    expect(poor).toEqual([])
  },
)
