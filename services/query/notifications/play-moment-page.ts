import type { getPlayMoment } from '@stepledger/contracts/http/play-moment.ts'
import { type PlayMoment, rivalsNamed } from '@stepledger/contracts/http/play-moment.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import { momentOfPlay } from '@stepledger/projections/records/moment-of-play.ts'
import { rivalsPassed } from '@stepledger/projections/records/rivals-passed.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** What a play of the caller achieved. Null for a play of another player, and for one that was withdrawn. */
export const playMomentPage: Page<OwnQuestionOf<typeof getPlayMoment>, PlayMoment> = async (
  { generation },
  { id, player, leaderboard: requested },
) => {
  const play = await playById(generation, id)
  if (play?.player !== player || play.withdrawn_at !== null) return null
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const moment = await momentOfPlay(generation, { player, system }, play)
  const passed = moment ? await rivalsPassed(generation, { player, system }, [play]) : []
  return async ({ players: directory }) => {
    const named = passed.slice(0, rivalsNamed).map(({ rival }) => rival)
    const players = await directory.lookUp(named)
    const best = moment && {
      score: percentText(moment.hundredths),
      before: moment.before === null ? null : percentText(moment.before),
      rank: moment.rank,
      rankBefore: moment.rankBefore,
    }
    const rivals = named.map((rival) => nameOf(rival, players))
    const star = moment?.star ?? false
    return { answer: { playId: id, leaderboard, best, passed: passed.length, rivals, star }, tags: [] }
  }
}
