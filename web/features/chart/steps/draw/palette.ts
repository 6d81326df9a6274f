import { useEffect, useState } from 'react'
import { type BeatPart, beatParts } from '../model/beat-part.ts'

export interface Palette {
  readonly ink: string
  readonly ink2: string
  readonly line: string
  readonly well: string
  readonly hold: string
  readonly roll: string
  readonly mine: string
  readonly parts: ReadonlyMap<BeatPart, string>
}

/** The usual note colours: 4ths red, 8ths blue, … */
export const partProperties: Readonly<Record<BeatPart, string>> = {
  '4th': '--d-hard',
  '8th': '--d-challenge',
  '12th': '--d-beginner',
  '16th': '--d-medium',
  '24th': '--lb-hex',
  '32nd': '--jwo',
  '48th': '--j15',
  '64th': '--d-easy',
  other: '--ink-2',
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const read = (property: string) => style.getPropertyValue(property).trim()
  return {
    ink: read('--color-base-content'),
    ink2: read('--ink-2'),
    line: read('--line'),
    well: read('--well'),
    hold: read('--own'),
    roll: read('--jwo'),
    mine: read('--jmi'),
    parts: new Map(beatParts.map((part) => [part, read(partProperties[part])])),
  }
}

/** The palette of the current theme; a new object on each theme change. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette)
  useEffect(() => {
    const themes = new MutationObserver(() => setPalette(readPalette()))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => themes.disconnect()
  }, [])
  return palette
}
