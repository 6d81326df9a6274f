import { type PlayMoment, rivalsNamed } from '@stepledger/contracts/http/play-moment.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import { type MomentOfPlay, momentOfPlay } from '@stepledger/projections/records/moment-of-play.ts'
import { rivalsPassed } from '@stepledger/projections/records/rivals-passed.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { expectFeature } from '../expect-feature.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly id: number
  readonly caller: string
  readonly leaderboard: string | undefined
}

interface Found {
  readonly playId: number
  readonly leaderboard: string
  readonly moment: MomentOfPlay | null
  readonly passed: readonly string[]
}

/** What a play of the caller achieved. Null for a play of another player, and for one that was withdrawn. */
export const playMomentPage: Page<Question, Found, PlayMoment> = {
  async find({ generation }, { id, caller, leaderboard }) {
    expectFeature(generation, 'records')
    const play = await playById(generation, id)
    if (play?.player !== caller || play.withdrawn_at !== null) return null
    const { id: system, name } = systemOfBoard(generation.rules, leaderboard)
    const of = { player: caller, system }
    const moment = await momentOfPlay(generation, of, play)
    const passed = moment ? await rivalsPassed(generation, of, [play]) : []
    return { playId: id, leaderboard: name, moment, passed: passed.map(({ rival }) => rival) }
  },

  async show({ playId, leaderboard, moment, passed }, { players: directory }) {
    const named = passed.slice(0, rivalsNamed)
    const players = await directory.lookUp(named)
    const best = moment && {
      score: percentText(moment.hundredths),
      before: moment.before === null ? null : percentText(moment.before),
      rank: moment.rank,
      rankBefore: moment.rankBefore,
    }
    const rivals = named.map((id) => nameOf(id, players))
    const answer = { playId, leaderboard, best, passed: passed.length, rivals, star: moment?.star ?? false }
    return { answer, tags: [] }
  },
}
