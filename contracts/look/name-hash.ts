/** 16 hex digits from a name, for the stand-in banner of what has no hash of its own, such as a pack. */
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
