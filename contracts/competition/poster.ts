import { z } from 'zod'

/** The colour of a poster, on every theme. */
export const posterColour = z.enum(['blue', 'teal', 'green', 'gold', 'red', 'pink', 'purple'])
export type PosterColour = z.infer<typeof posterColour>

/** Hue in oklch, degrees. Lightness and so contrast are the same for all. */
export const posterHues: Readonly<Record<PosterColour, number>> = {
  blue: 264,
  teal: 205,
  green: 152,
  gold: 82,
  red: 24,
  pink: 350,
  purple: 308,
}

/** The size of a stored picture, px. */
export const posterSize = { width: 1200, height: 400 }
