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
