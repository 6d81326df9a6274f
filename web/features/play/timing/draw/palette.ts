import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { judgmentProperty } from '../../judgment-colour.ts'
import { bytesOf } from './colour-bytes.ts'
import type { Rgb } from './dot-raster.ts'

/** The theme's colours as a canvas takes them. */
export interface Palette {
  readonly ink: string
  readonly ink2: string
  readonly line: string
  readonly well: string
  readonly primary: string
  /** By judgment, the miss last. */
  readonly judgments: readonly string[]
  /** The same, as pixels have them. */
  readonly dots: readonly Rgb[]
}

export const labelFont = '500 11px "Archivo Variable", sans-serif'
export const tagFont = '700 12px "Archivo Variable", sans-serif'

function readPalette(names: readonly string[]): Palette {
  const style = getComputedStyle(document.documentElement)
  const read = (property: string) => style.getPropertyValue(property).trim()
  const judgments = names.map((name) => read(judgmentProperty(name)))
  return {
    ink: read('--color-base-content'),
    ink2: read('--ink-2'),
    line: read('--line'),
    well: read('--well'),
    primary: read('--color-primary'),
    judgments,
    dots: judgments.map(bytesOf),
  }
}

/**
 * The colours of these judgments; a new object, and so a new drawing, whenever the theme changes, the font arrives or
 * the page is printed.
 */
export function usePalette(names: readonly string[]): Palette {
  const [look, setLook] = useState(0)
  useEffect(() => {
    let stale = false
    const renew = () => {
      if (!stale) setLook((n) => n + 1)
    }
    const themes = new MutationObserver(renew)
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    // On paper the colours are others, and the page is taken as it stands when the browser says so.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` stands for what lies outside of React, the theme and the fonts.
  return useMemo(() => readPalette(names), [names, look])
}
