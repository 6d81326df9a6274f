/**
 * Whether `version` is at least `least`, compared numerically part by part: 1.10 is newer than 1.2. A malformed version
 * is older than any.
 */
export function isAtLeast(version: string, least: string): boolean {
  const parts = versionParts(version)
  const minimum = versionParts(least)
  if (!parts || !minimum) return false
  for (let i = 0; i < Math.max(parts.length, minimum.length); i++) {
    const difference = (parts[i] ?? 0) - (minimum[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

function versionParts(version: string): number[] | null {
  return /^\d{1,9}(\.\d{1,9}){0,5}$/.test(version) ? version.split('.').map(Number) : null
}
