import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'

/** Where a play stands, in a few words: `#9, new best`, `#9 of 27`; of one that counts nowhere that it does not. */
export function placeWords(standing: Standing | undefined): string {
  if (!standing) return 'On no board'
  if (isNewBest(standing)) return `#${standing.rank}, new best`
  return `#${standing.rank} of ${standing.total}`
}

export function isNewBest({ personalBest, delta }: Standing): boolean {
  return personalBest && delta !== null && /[1-9]/.test(delta)
}

/** How long a session has lasted, in hours and minutes: `1:02`. */
export function durationWords(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
