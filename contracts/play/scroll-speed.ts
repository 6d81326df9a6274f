import { z } from 'zod'

/** Speed of the arrows as clients send it in `modifiers`: C is constant (CMod), M and X follow the song's tempo. */
export const scrollSpeed = z.object({
  type: z.enum(['C', 'M', 'X']),
  value: z.number().positive().max(100_000),
})

const withSpeed = z.object({ speed: scrollSpeed })

/** Whether a play had a constant scroll speed; null if the game did not tell. */
export function isCMod(modifiers: Readonly<Record<string, unknown>> | null): boolean | null {
  const parsed = withSpeed.safeParse(modifiers)
  return parsed.success ? parsed.data.speed.type === 'C' : null
}
