import { itemAt } from '../item-at.ts'
import { panelTurns } from './arrow.ts'

/** An arrow in a 256 × 100 box. */
interface Step {
  readonly transform: string
  readonly opacity: number
}

/** Draws a hash as steps: each hex digit is a row, its four bits are the panels. 16 digits if `wide`, else 8. */
export function stepsOf(hash: string, wide: boolean): Step[] {
  const rows = [...hash.slice(0, wide ? 16 : 8)]
  const [start, gap, grow] = wide ? [13, 15.4, 0.84] : [19.5, 31, 1.2]
  return rows.flatMap((digit, row) => {
    const bits = Number.parseInt(digit, 16) || 0
    const panels = [0, 1, 2, 3].filter((panel) => (bits >> panel) & 1)
    const crowded = panels.length > 2
    const opacity = crowded ? 0.34 : row % 4 === 0 ? 1 : row % 2 === 0 ? 0.8 : 0.6
    const scale = (crowded ? 0.8 : 1.12) * grow
    return panels.map((panel) => ({
      transform: `translate(${(start + row * gap).toFixed(1)} ${14 + panel * 24}) rotate(${itemAt(panelTurns, panel)}) scale(${scale.toFixed(2)})`,
      opacity,
    }))
  })
}

/** Returns the background hue of a hash, degrees. Skips 60 to 135, which look muddy when dark. */
export function hashHue(hash: string): number {
  return (135 + ((Number.parseInt(hash.slice(0, 4), 16) || 0) % 285)) % 360
}

/** Returns 16 hex digits derived from a name, for the placeholder banner of a pack, which has no hash of its own. */
export function nameHash(name: string): string {
  let low = 0x811c9dc5
  let high = 0x9e3779b1
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0
    low = Math.imul(low ^ code, 0x01000193) >>> 0
    high = Math.imul(high ^ (code + low), 0x85ebca6b) >>> 0
  }
  return low.toString(16).padStart(8, '0') + high.toString(16).padStart(8, '0')
}

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
