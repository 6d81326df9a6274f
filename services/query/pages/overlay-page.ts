import {
  type getOverlay,
  maxSessionPlays,
  type OverlayPage,
  type PlaySession,
} from '@stepledger/contracts/http/overlay.ts'
import { sessionBreakMs } from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { countImprovements } from '@stepledger/projections/boards/improvements.ts'
import { recentPlaysById } from '@stepledger/projections/catalogue/recent-plays.ts'
import {
  lastSession,
  meanAbsoluteError,
  type SessionPlays,
} from '@stepledger/projections/plays/play-sessions.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf, withNames } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { totalsOfSession } from '../play-sessions/session-page.ts'
import { tag } from '../tags.ts'
import { namedStandingsOf } from './play-pages.ts'

const bounds = { breakMs: sessionBreakMs, maxPlays: maxSessionPlays }

/** Data of a player's stream overlay; null for an unknown player. */
export const overlayPage: Page<QuestionOf<typeof getOverlay>, OverlayPage> = async (
  { generation },
  { id },
) => {
  const latest = await lastSession(generation, id, bounds)
  const last = latest && itemAt(latest.plays, 0)
  const plays = last ? await recentPlaysById(generation, [last.id]) : []
  const standings = last
    ? await namedStandingsOf(generation, { chart: last.chart, player: id, playId: last.id })
    : []
  const session = latest && (await sessionOf(generation, id, latest))
  return async ({ players }) => {
    const known = await players.lookUp([id])
    if (!known.has(id)) return null
    const [play = null] = await withNames(players, plays)
    return {
      answer: { user: nameOf(id, known), play, standings, session },
      tags: [tag.name(id), ...(play ? [tag.chart(play.chart.hash), tag.title(play.chart.hash)] : [])],
    }
  }
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
  const { start, end, seconds } = totalsOfSession(plays)
  return {
    plays: plays.length,
    startedAt: isoOf(start),
    endedAt: isoOf(end),
    seconds,
    bests: generation.rules.systems.map(({ id, name }) => ({
      leaderboard: name,
      plays: better.get(id) ?? 0,
    })),
    meanAbsoluteError: meanAbsoluteError(generation, plays),
    whole,
  }
}
