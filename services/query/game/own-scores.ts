import type { OwnBest, OwnScores } from '@stepledger/contracts/http/game-reads.ts'
import { ownBests } from '@stepledger/projections/boards/own-bests.ts'
import { earnedBy } from '@stepledger/projections/plays/reads.ts'
import type { Page } from '../page.ts'
import { scoresOf } from '../play-scores.ts'

interface OwnScoresQuestion {
  readonly player: string
  readonly charts: readonly string[]
  /** Ids of the boards. */
  readonly systems: readonly number[]
}

/**
 * The own bests of a player on these charts and boards: two queries, one look into an index for each chart and each
 * play.
 */
export const ownScores: Page<OwnScoresQuestion, OwnScores, OwnScores> = {
  async find({ generation }, { player, charts, systems }) {
    const bests = await ownBests(generation, player, [...new Set(charts)], systems)
    const plays = await earnedBy(generation, [...new Set(bests.map((best) => best.play_id))])
    const earned = new Map(
      plays.map((play) => [
        play.id,
        { date: new Date(play.played_at).toISOString(), scores: scoresOf(play, generation) },
      ]),
    )
    const scores: OwnScores['scores'] = {}
    for (const { chart, system, play_id: playId } of bests) {
      const play = earned.get(playId)
      const data = play?.scores.find(({ id }) => id === system)?.data
      if (!play || !data) continue
      const { score, grade, judgments, radar } = data
      const shown: OwnBest = { score, grade, judgments, radar, date: play.date, playId }
      scores[chart] = { ...scores[chart], [system]: shown }
    }
    return { scores }
  },

  show: (answer) => ({ answer, tags: [] }),
}
