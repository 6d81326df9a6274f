import type { Generation } from '../generation.ts'

/**
 * The first version of the folding code (code-version.ts) whose generations have `charts.played`, `chart_sources` and
 * `simfile_charts.accepted`. An older generation is read without them until the next one is live.
 */
const sourcesSince = 14

export function hasSources({ codeVersion }: Pick<Generation, 'codeVersion'>): boolean {
  return codeVersion >= sourcesSince
}
