import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { readColours } from '../../../ui/figure/read-colours.ts'

export interface Palette {
  readonly ink: string
  readonly ink2: string
  readonly line: string
  readonly well: string
  readonly primary: string
  readonly own: string
  readonly rival: string
  /** In the order of the judgments; the miss is last. */
  readonly judgments: readonly string[]
  /** The same as RGB bytes. */
  readonly dots: readonly Rgb[]
}

export const labelFont = '500 11px "Archivo Variable", sans-serif'
export const tagFont = '700 12px "Archivo Variable", sans-serif'

function readPalette(names: readonly string[], read: (property: string) => string): Palette {
  const judgments = names.map((name) => read(judgmentProperty(name)))
  return {
    ink: read('--color-base-content'),
    ink2: read('--ink-2'),
    line: read('--line'),
    well: read('--well'),
    primary: read('--color-primary'),
    own: read('--own'),
    rival: read('--rival'),
    judgments,
    dots: judgments.map(bytesOf),
  }
}

/** The palette for these judgments; a new object when the theme changes, fonts load or the page is printed. */
export function usePalette(names: readonly string[]): Palette {
  const [look, setLook] = useState(0)
  useEffect(() => {
    let stale = false
    const renew = () => {
      if (!stale) setLook((n) => n + 1)
    }
    const themes = new MutationObserver(renew)
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    // Print has other colours. The browser captures the page right after this event, so the redraw is synchronous.
    const paper = window.matchMedia('print')
    const redraw = () => flushSync(renew)
    paper.addEventListener('change', redraw)
    const fonts = [labelFont, tagFont].filter((font) => !document.fonts.check(font))
    if (fonts.length > 0) void Promise.all(fonts.map((font) => document.fonts.load(font))).then(renew, renew)
    return () => {
      stale = true
      themes.disconnect()
      paper.removeEventListener('change', redraw)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` changes with the theme and the fonts, which React does not track.
  return useMemo(() => readColours((read) => readPalette(names, read)), [names, look])
}

/** Converts any CSS colour to RGB bytes by painting a pixel. */
export function bytesOf(colour: string): Rgb {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return [128, 128, 128]
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 128, green = 128, blue = 128] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** A cleared canvas, scaled to CSS px. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
}

/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

const properties = new Map<string, string>([
  ['Fantastic (10ms)', '--j10'],
  ['Fantastic (15ms)', '--j15'],
  ['Fantastic (23ms)', '--j23'],
  ['Excellent', '--jex'],
  ['Great', '--jgr'],
  ['Decent', '--jde'],
  ['Way Off', '--jwo'],
  ['Miss', '--jmi'],
])

/** The custom property of a judgment's colour; judgments of future rules get the fallback. */
export function judgmentProperty(name: string): string {
  return properties.get(name) ?? '--ink-2'
}
