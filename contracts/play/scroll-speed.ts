import { z } from 'zod'

/** Speed of the arrows as clients send it in `modifiers`: C is constant (CMod), M and X follow the song's tempo. */
const speedType = z
  .string()
  .toUpperCase()
  .pipe(z.enum(['C', 'M', 'X']))

export const scrollSpeed = z.object({
  type: speedType,
  value: z.number().positive().max(100_000),
})

/** Without the value: XMods of the game may be zero or negative. */
const withSpeed = z.object({ speed: z.object({ type: speedType }) })

/** Whether a play had a constant scroll speed; null if the game did not tell. */
export function isCMod(modifiers: Readonly<Record<string, unknown>> | null): boolean | null {
  const parsed = withSpeed.safeParse(modifiers)
  return parsed.success ? parsed.data.speed.type === 'C' : null
}
