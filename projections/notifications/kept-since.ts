import type { Generation } from '../generation.ts'

/**
 * The first version of the folding code (code-version.ts) whose generations have the table of this model. An older
 * generation is read without it until the next one is live.
 */
const keptSince = 18

/** Likewise: the first with ranks of each day of a round, and with who withdrew a play and why. */
const toldSince = 20

export function hasDailyRanksAndWithdrawals({ codeVersion }: Pick<Generation, 'codeVersion'>): boolean {
  return codeVersion >= toldSince
}

export function hasNotifications({ codeVersion }: Pick<Generation, 'codeVersion'>): boolean {
  return codeVersion >= keptSince
}
