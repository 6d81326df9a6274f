import type { getRivalsPassed } from '@stepledger/contracts/http/play-sessions.ts'
import { rivalsPassed } from '@stepledger/projections/records/rivals-passed.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { findSession } from './find-session.ts'

/**
 * The rivals that the caller passed in an own session; none in a session of another player, whose rivals are
 * private. Null for an unknown play.
 */
export const rivalsPassedPage: Page<
  OwnQuestionOf<typeof getRivalsPassed>,
  z.input<typeof getRivalsPassed.answer>
> = async ({ generation }, { id, leaderboard, player }) => {
  const session = await findSession(generation, id)
  if (!session) return null
  const system = systemOfBoard(generation.rules, leaderboard)
  const counting = session.plays.filter(({ eligible }) => eligible)
  const passed =
    session.player === player ? await rivalsPassed(generation, { player, system: system.id }, counting) : []
  return async ({ players }) => {
    const known = await players.lookUp([...new Set(passed.map(({ rival }) => rival))])
    const shown = passed.map(({ playId, rival, hundredths, rivalHundredths }) => ({
      playId,
      rival: nameOf(rival, known),
      score: percentText(hundredths),
      rivalScore: percentText(rivalHundredths),
    }))
    return { answer: { leaderboard: system.name, passed: shown }, tags: [] }
  }
}
