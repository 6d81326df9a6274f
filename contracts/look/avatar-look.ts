/** Twelve hues in degrees, without 60 to 140, which look muddy when dark. */
const hues = [15, 38, 150, 172, 195, 218, 240, 262, 285, 308, 330, 352] as const

/** Returns the hue of a player's placeholder picture, degrees, derived from the id. */
export function avatarHue(userId: string): number {
  let hash = 0
  for (const character of userId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0
  hash = (hash ^ (hash >>> 15)) >>> 0
  return hues[hash % hues.length] ?? hues[0]
}

/** Returns the first two letters of the alias, or one if it is a full-width character. */
export function initials(alias: string): string {
  const letters = [...alias.replace(/[^\p{L}\p{N}]/gu, '')]
  const wide = /[\u3040-\u9fff\uac00-\ud7af]/.test(letters[0] ?? '')
  return letters.slice(0, wide ? 1 : 2).join('')
}
