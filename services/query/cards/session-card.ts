import { boardNames } from '@stepledger/contracts/board-name.ts'
import { maxMoments, type SessionPage, type SessionPlay } from '@stepledger/contracts/http/play-sessions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import type { Page } from '../page.ts'
import { sessionPage } from '../play-sessions/session-page.ts'
import type { SessionCard } from './card.ts'

/** The card of the session of which a play is part, on the strictest board; null for an unknown play. */
export function sessionCard(timeZoneOf: TimeZoneOf): Page<number, SessionCard> {
  const page = sessionPage(timeZoneOf)
  return async (snapshot, id) => {
    const show = await page(snapshot, { id, leaderboard: boardNames[0] })
    if (!show) return null
    return async (sources) => {
      const shown = await show(sources)
      return shown && { answer: cardOf(id, shown.answer), tags: shown.tags }
    }
  }
}

function cardOf(id: number, session: SessionPage): SessionCard {
  const { user, day, plays, seconds, steps, bests, data } = session
  return {
    kind: 'session',
    id,
    player: { id: user.id, alias: user.alias },
    day,
    plays,
    seconds,
    steps,
    bests,
    shown: shownPlays(session).flatMap((play) => {
      const score = play.leaderboards[0]
      return score ? [{ ...score, title: titleOrUnknown(play.chart.title), meaning: meaningOf(play) }] : []
    }),
    errors: data
      .toReversed()
      .flatMap(({ createdAt, meanAbsolute, passed, onBoard }) =>
        meanAbsolute === null || passed === false
          ? []
          : [{ at: Date.parse(createdAt), ms: meanAbsolute, best: Number(onBoard?.change ?? 0) > 0 }],
      ),
  }
}

/** The best moments, then the best scores among the other charts. */
function shownPlays({ data, moments }: SessionPage): SessionPlay[] {
  const byId = new Map(data.map((play) => [play.playId, play]))
  const best = moments.flatMap((id) => byId.get(id) ?? [])
  const scoreOf = ({ leaderboards: [first] }: SessionPlay) => Number(first?.data.score ?? 0)
  const charts = new Set(best.map(({ chart }) => chart.hash))
  const others = data
    .filter(({ onBoard }) => onBoard !== null)
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .filter(({ chart }) => !charts.has(chart.hash) && charts.add(chart.hash))
  return [...best, ...others].slice(0, maxMoments)
}

function meaningOf({ onBoard, chart: { meter } }: SessionPlay): string {
  if (onBoard?.rank === 1) return 'First place'
  if (Number(onBoard?.change ?? 0) > 0) return `Best, ${onBoard?.change}`
  if (onBoard?.change === null) return 'First score here'
  return meter === null ? '' : `Meter ${meter}`
}
