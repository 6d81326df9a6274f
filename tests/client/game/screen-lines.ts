import { z } from 'zod'

/** A visible line of text or box on the screen of the game; lengths in px, of a screen 480 high. */
export const screenLine = z.object({
  class: z.string(),
  name: z.string(),
  text: z.string(),
  x: z.number(),
  y: z.number(),
  zoom: z.number(),
  width: z.number(),
  height: z.number(),
  maxwidth: z.number(),
  align: z.string(),
  font: z.string(),
  color: z.array(z.number()),
})
export type ScreenLine = z.infer<typeof screenLine>

/** Fonts of Simply Love: by name, the file that has the letters. */
export const simplyLoveFonts = {
  'Common Normal': 'Miso/_miso light',
  'Common Bold': 'Wendy/_wendy small',
  'Wendy/_wendy small': 'Wendy/_wendy small',
}

/** The verdict of a saved play: on each board score and grade, the gain if there is one, and the rank. */
export const threeBoards =
  /H\.EX \d+\.\d\d \S+ ([+-]\d+\.\d\d, )?#1 EX \d+\.\d\d \S+ ([+-]\d+\.\d\d, )?#1 ITG \d+\.\d\d \S+ ([+-]\d+\.\d\d, )?#1/
