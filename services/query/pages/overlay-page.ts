import { maxSessionPlays, type OverlayPage, type PlaySession } from '@stepledger/contracts/http/overlay.ts'
import { sessionBreakMs } from '@stepledger/contracts/http/play-sessions.ts'
import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { countImprovements } from '@stepledger/projections/boards/count-improvements.ts'
import {
  lastSession,
  meanAbsoluteError,
  type SessionPlays,
} from '@stepledger/projections/plays/last-session.ts'
import { type RecentPlayOf, recentPlaysById } from '@stepledger/projections/plays/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf, withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { totalsOfSession } from '../play-sessions/find-session.ts'
import { namedStandingsOf } from '../standings-of-play.ts'
import { tag } from '../tags.ts'

interface OverlayFound {
  readonly id: string
  readonly play: RecentPlayOf | null
  readonly standings: Standing[]
  readonly session: PlaySession | null
}

const bounds = { breakMs: sessionBreakMs, maxPlays: maxSessionPlays }

/** Data of a player's stream overlay; null for an unknown player. */
export const overlayPage: Page<string, OverlayFound, OverlayPage> = {
  async find({ generation }, id) {
    const plays = await lastSession(generation, id, bounds)
    if (!plays) return { id, play: null, standings: [], session: null }
    const { id: playId, chart } = itemAt(plays.plays, 0)
    const [play] = await recentPlaysById(generation, [playId])
    return {
      id,
      play: play ?? null,
      standings: await namedStandingsOf(generation, { chart, player: id, playId }),
      session: await sessionOf(generation, id, plays),
    }
  },

  async show({ id, play, standings, session }, { players }) {
    const known = await players.lookUp([id])
    if (!known.has(id)) return null
    const user = nameOf(id, known)
    const [shown = null] = play ? await withNames(players, [play]) : []
    const chart = play?.chart.hash
    return {
      answer: {
        user,
        play: shown,
        standings,
        session,
      },
      tags: [tag.name(id), ...(chart === undefined ? [] : [tag.chart(chart), tag.title(chart)])],
    }
  },
}

async function sessionOf(
  generation: GenerationDb,
  player: string,
  { plays, whole }: SessionPlays,
): Promise<PlaySession> {
  const better = await countImprovements(generation, player, {
    ids: plays.map(({ id }) => id),
    charts: plays.map(({ chart }) => chart),
  })
  const { start, end } = totalsOfSession(plays)
  return {
    plays: plays.length,
    startedAt: isoOf(start),
    endedAt: isoOf(end),
    bests: generation.rules.systems.map(({ id, name }) => ({
      leaderboard: name,
      plays: better.get(id) ?? 0,
    })),
    meanAbsoluteError: meanAbsoluteError(generation, plays),
    whole,
  }
}
