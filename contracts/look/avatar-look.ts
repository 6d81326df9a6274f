/** Twelve hues; 60 to 140 are left out, where a dark ground turns to mud. */
const hues = [15, 38, 150, 172, 195, 218, 240, 262, 285, 308, 330, 352] as const

/** The hue of a player's stand-in picture, in degrees: the same for an id on every page. */
export function avatarHue(userId: string): number {
  let hash = 0
  for (const character of userId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0
  hash = (hash ^ (hash >>> 15)) >>> 0
  return hues[hash % hues.length] ?? hues[0]
}

/** Two letters of the alias; one where the script's signs are as wide as two. */
export function initials(alias: string): string {
  const signs = [...alias.replace(/[^\p{L}\p{N}]/gu, '')]
  const wide = /[\u3040-\u9fff\uac00-\ud7af]/.test(signs[0] ?? '')
  return signs.slice(0, wide ? 1 : 2).join('')
}
