import type { Generation } from '../generation.ts'

/**
 * The first version of the folding code (code-version.ts) whose generations have the tables of `records` and `activity`.
 * An older generation is read without them until the next one is live.
 */
const keptSince = 16

export function hasRecords({ codeVersion }: Pick<Generation, 'codeVersion'>): boolean {
  return codeVersion >= keptSince
}
