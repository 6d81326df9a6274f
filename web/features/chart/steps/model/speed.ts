/** How fast notes scroll, as players say it: at C450, notes of a song at 450 BPM come as far apart as panels are. */
export const speeds = ['200', '300', '450', '600', '800', '1000'] as const
export type Speed = (typeof speeds)[number]

/** The key under which the choice is stored. */
export const speedKey = 'stepsSpeed'

const usual: Speed = '450'

/** The speed that a stored text names, else the usual one. */
export function speedFrom(text: string | null): Speed {
  return speeds.find((speed) => speed === text) ?? usual
}
