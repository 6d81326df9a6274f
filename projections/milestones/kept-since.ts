import type { Generation } from '../generation.ts'

/**
 * The first version of the folding code (code-version.ts) whose generations have the table of this model, and steps by
 * period. An older generation is read without milestones until the next one is live.
 */
const keptSince = 19

export function hasMilestones({ codeVersion }: Pick<Generation, 'codeVersion'>): boolean {
  return codeVersion >= keptSince
}
