import type { Decided, Decider, StreamState } from '../decider.ts'
import type { ActedBy } from '../events/acted-by.ts'
import { differences } from './document-differences.ts'
import type { Rules } from './rules.ts'

/** The rules in force: those published last. Going back to earlier rules publishes them again. */
interface State extends StreamState {
  /** Null before the first publication. */
  readonly rules: Rules | null
}

interface PublishRules {
  readonly type: 'publish'
  readonly rules: Rules
  /** Absent if the server publishes. */
  readonly by?: ActedBy | undefined
}

export const publishedRules: Decider<State, PublishRules, Decided<'RulesPublished'>> = {
  initial: { version: 0, offset: -1, rules: null },
  evolve: (state, { data: { rules } }) => ({ ...state, rules }),
  decide({ rules: before, offset }, { rules, by }) {
    if (before !== null && differences(before, rules).length === 0)
      return { code: 'in-force', message: `These rules are in force already (0:${offset}).` }
    return [{ type: 'RulesPublished', data: { rules, by } }]
  },
}
