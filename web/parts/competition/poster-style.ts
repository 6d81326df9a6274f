import { type PosterColour, posterHues } from '@stepledger/contracts/competition/poster.ts'
import type { CSSProperties } from 'react'

/** The colour of a poster; that of the site without an event. */
export function posterStyle(
  competition: { readonly colour: PosterColour } | null,
): CSSProperties & Record<'--ev-hue', number> {
  return { '--ev-hue': posterHues[competition?.colour ?? 'blue'] }
}
