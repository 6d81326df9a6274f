import { isListed } from '@stepledger/contracts/competition/competition.ts'
import type { listSessionCompetitions } from '@stepledger/contracts/http/play-sessions.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import type { z } from 'zod'
import type { OwnQuestionOf, Page } from '../page.ts'
import { findSession } from '../play-sessions/session-page.ts'
import { type Played, verdictOn } from './competitions-of-play.ts'
import { competitionsOf, type Joined, ownCompetitions } from './participation-pages.ts'

/**
 * The caller's competitions in which plays of an own session count, with the place of now; none for a session of another
 * player, who may take part in some that are in no list. Null for an unknown play.
 */
export const sessionCompetitionsPage: Page<
  OwnQuestionOf<typeof listSessionCompetitions>,
  z.input<typeof listSessionCompetitions.answer>
> = async ({ generation }, { id, leaderboard, player }) => {
  const session = await findSession(generation, id)
  if (!session) return null
  const counting =
    session.player === player
      ? await withCountingPlays(
          generation,
          player,
          session.plays.map((play) => play.id),
        )
      : []
  return ownCompetitions(generation, counting, { player, leaderboard })
}

async function withCountingPlays(
  generation: GenerationDb,
  player: string,
  ids: readonly number[],
): Promise<Joined[]> {
  const plays = await playsOf(generation, ids)
  const joined = await competitionsOf(generation, player, ({ status, state }) =>
    status === null ? isListed(state) : status === 'in' && !state.hidden,
  )
  const counting: Joined[] = []
  for (const one of joined)
    for (const play of plays) {
      const verdict = await verdictOn(generation, one.state, play, one.status)
      if (verdict?.reasons.length !== 0) continue
      counting.push(one)
      break
    }
  return counting
}

function playsOf({ db }: GenerationDb, ids: readonly number[]): Promise<Played[]> {
  return db
    .selectFrom('plays')
    .select(['id', 'chart', 'player', 'at', 'played_at', 'reasons', 'withdrawn_at', 'hundredths', 'cmod'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val([...ids]))))
    .execute()
}
