import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'

/** The rank of a play: `#9, new best`, `#9 of 27`, or a note if it is unranked. */
export function placeWords(standing: Standing | undefined): string {
  if (!standing) return 'Not ranked'
  if (isNewBest(standing)) return `#${standing.rank}, new best`
  return `#${standing.rank} of ${standing.total}`
}

export function isNewBest({ personalBest, delta }: Standing): boolean {
  return personalBest && delta !== null && /[1-9]/.test(delta)
}
