import type { RivalPassed } from '@stepledger/contracts/http/play-sessions.ts'
import { type RivalPassed as Passed, rivalsPassed } from '@stepledger/projections/records/rivals-passed.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { expectFeature } from '../expect-feature.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { findSession } from './find-session.ts'
import type { SessionQuestion } from './session-page.ts'

interface Question extends SessionQuestion {
  readonly caller: string
}

interface Found {
  readonly leaderboard: string
  readonly passed: readonly Passed[]
}

/**
 * The rivals that the caller passed in an own session; none in a session of another player, whose rivals are
 * private. Null for an unknown play.
 */
export const rivalsPassedPage: Page<Question, Found, { leaderboard: string; passed: RivalPassed[] }> = {
  async find({ generation }, { id, leaderboard, caller }) {
    expectFeature(generation, 'records')
    const session = await findSession(generation, id)
    if (!session) return null
    const system = systemOfBoard(generation.rules, leaderboard)
    const counting = session.plays.filter(({ eligible }) => eligible)
    const own = session.player === caller
    return {
      leaderboard: system.name,
      passed: own ? await rivalsPassed(generation, { player: caller, system: system.id }, counting) : [],
    }
  },

  async show({ leaderboard, passed }, { players }) {
    const known = await players.lookUp([...new Set(passed.map(({ rival }) => rival))])
    const shown = passed.map(({ playId, rival, hundredths, rivalHundredths }) => ({
      playId,
      rival: nameOf(rival, known),
      score: percentText(hundredths),
      rivalScore: percentText(rivalHundredths),
    }))
    return { answer: { leaderboard, passed: shown }, tags: [] }
  },
}
