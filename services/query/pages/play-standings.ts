import type { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import type {
  BoardPlay,
  PlayContext,
  PlayStandings,
  Standing,
} from '@stepledger/contracts/http/shapes/standing.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { BoardEntry } from '@stepledger/projections/boards/boards.ts'
import { type PreviousBest, previousBests } from '@stepledger/projections/boards/improvements.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { competitionsOfPlay } from '../competitions/competitions-of-play.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf, Snapshot } from '../page.ts'
import { tag } from '../tags.ts'
import { readablePlay } from './readable-play.ts'

/**
 * The current ranks of a play's player, the plays around it, and how it counts in competitions, by play id. A page of its
 * own, because every play on the chart can invalidate it. Null for an unknown or withdrawn play.
 */
export const playStandings: Page<QuestionOf<typeof getPlayStandings>, PlayStandings> = async (
  snapshot,
  { id: playId },
) => {
  const { generation } = snapshot
  const row = await readablePlay(generation, playId)
  if (!row) return null
  const { chart, player } = row
  const standings = row.eligible ? await namedStandingsOf(generation, { chart, player, playId }) : []
  const context = await findContext(snapshot, row)
  const events = await competitionsOfPlay(generation, row)
  return async ({ players: directory }) => {
    const ids = playersOf(context)
    const players = await directory.lookUp(ids)
    return {
      answer: { playId, standings, context: context.map((each) => shownContext(each, players)), events },
      tags: [tag.chart(chart), ...ids.map(tag.name), ...events.map(({ slug }) => tag.event(slug))],
    }
  }
}

/** Plays to compare with on one board, before their players have names. */
interface FoundContext {
  readonly leaderboard: string
  readonly player: string
  readonly first: BoardEntry | null
  readonly next: BoardEntry | null
  readonly previous: PreviousBest | null
}

/** Finds the plays of the first place, of the next one above the player, and the player's best before this play. */
async function findContext(
  { generation, rankings }: Snapshot,
  { id, chart, player, at }: Pick<PlayRow, 'id' | 'chart' | 'player' | 'at'>,
): Promise<FoundContext[]> {
  const { systems } = generation.rules
  const { boards } = await rankings.read(generation, {
    chart,
    systems: systems.map((system) => system.id),
    from: 0,
    limit: 1,
    near: { player, others: [], reach: 1 },
  })
  const earlier = await previousBests(generation, { chart, player, at, id })
  return systems.map((system) => {
    const board = boards.find((each) => each.system === system.id)
    const self = board?.self ?? null
    return {
      leaderboard: system.name,
      player,
      first: board?.page[0] ?? null,
      next: board?.around.find(({ rank }) => self !== null && rank === self.rank - 1) ?? null,
      previous: earlier.find((each) => each.system === system.id) ?? null,
    }
  })
}

/** The players whose names a context shows. */
function playersOf(context: readonly FoundContext[]): string[] {
  return [
    ...new Set(
      context.flatMap(({ player, first, next }) => [player, first?.player ?? [], next?.player ?? []].flat()),
    ),
  ]
}

function shownContext(
  { leaderboard, player, first, next, previous }: FoundContext,
  players: ReadonlyMap<string, PublicPlayer>,
): PlayContext {
  const playOf = (play: Pick<BoardEntry, 'player' | 'playId' | 'hundredths' | 'playedAt'>): BoardPlay => ({
    playId: play.playId,
    score: percentText(play.hundredths),
    user: nameOf(play.player, players),
    at: isoOf(play.playedAt),
  })
  return {
    leaderboard,
    first: first && playOf(first),
    next: next && playOf(next),
    previous: previous && playOf({ ...previous, player }),
  }
}

/** The standings of a play's player on each board, with board names; empty when the play does not count. */
export async function namedStandingsOf(
  generation: GenerationDb,
  play: { chart: string; player: string; playId: number },
): Promise<Standing[]> {
  const names = new Map(generation.rules.systems.map((system) => [system.id, system.name]))
  const standings = await standingsOf(generation, play)
  return standings.map(({ system, ...standing }) => ({
    leaderboard: names.get(system) ?? String(system),
    id: system,
    ...standing,
  }))
}
