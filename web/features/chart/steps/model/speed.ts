/** Scroll speeds in players' notation: at C450, consecutive beats at 450 BPM are one panel apart. */
export const speeds = ['200', '300', '450', '600', '800', '1000'] as const
export type Speed = (typeof speeds)[number]

export const speedKey = 'stepsSpeed'

const defaultSpeed: Speed = '450'

/** Parses a stored speed; invalid values give the default. */
export function speedFrom(text: string | null): Speed {
  return speeds.find((speed) => speed === text) ?? defaultSpeed
}
