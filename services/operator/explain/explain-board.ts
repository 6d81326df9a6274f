import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { bestsAmong, entriesAround, ranksOf } from '@stepledger/projections/boards/around.ts'
import { type BoardEntry, boardEntries, boardVersion } from '@stepledger/projections/boards/reads.ts'
import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import { simfilesOfChart } from '@stepledger/projections/catalogue/simfiles-of-chart.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { sql } from 'kysely'
import type { FoundPlayer } from '../../accounts/players/find-player.ts'
import { requireLiveGeneration } from '../require-live-generation.ts'
import type { Store } from '../store.ts'
import { type PlaceOfPlay, placesOfPlays } from './places-of-plays.ts'

/** A rank with the event that made it. `alias`: null if the account was deleted. */
export interface ExplainedEntry {
  readonly rank: number
  readonly player: { readonly id: string; readonly alias: string | null }
  readonly score: string
  readonly grade: string
  readonly playId: number
  readonly position: string
  readonly receivedAt: string
}

export interface ExplainedBoard {
  readonly chart: { readonly hash: string; readonly title: string }
  readonly generation: number
  readonly rules: { readonly title: string; readonly offset: number }
  /** Songs whose counts give the maximum of a score; empty: the plays' own counts do. */
  readonly simfiles: readonly { readonly id: number; readonly pack: string }[]
  readonly players: number
  readonly plays: {
    readonly counting: number
    readonly withdrawn: number
    readonly unranked: readonly (BoardReason & { readonly plays: number })[]
  }
  /** The first ranks of each board, or with a player the ranks around them; without entries they are not on it. */
  readonly boards: readonly { readonly board: string; readonly entries: readonly ExplainedEntry[] }[]
  readonly player: { readonly found: FoundPlayer; readonly plays: readonly PlaceOfPlay[] } | null
}

/** Ranks before and after a player. */
const reach = 3

/** Explains the boards of a chart; null if the chart is unknown. `limit`: number of ranks or plays. Throws CommandFailedError. */
export async function explainBoard(
  store: Pick<Store, 'database' | 'readModels' | 'players'>,
  hash: string,
  { player, limit }: { readonly player: FoundPlayer | null; readonly limit: number },
): Promise<ExplainedBoard | null> {
  const live = await requireLiveGeneration(store)
  const generation = readable(live, store.readModels)
  const chart = await chartByHash(generation, hash)
  if (!chart) return null
  const systems = live.rules.systems.map(({ id }) => id)
  const entries = player
    ? await around(generation, hash, player.id)
    : await boardEntries(generation, { chart: hash, systems }, 0, limit)
  const explained = await explainEntries(generation, store.players, entries)
  const simfiles = await simfilesOfChart(generation, hash)
  return {
    chart: { hash, title: chart.title },
    generation: live.id,
    rules: { title: live.rules.title, offset: live.rulesOffset },
    simfiles: simfiles.map(({ id, pack }) => ({ id, pack: pack.name })),
    players: (await boardVersion(generation, hash))?.players ?? 0,
    plays: await countPlays(generation, hash),
    boards: live.rules.systems.map(({ id, name }) => ({ board: name, entries: explained.get(id) ?? [] })),
    player: player && {
      found: player,
      plays: await placesOfPlays(generation, { player: player.id, chart: hash }, limit),
    },
  }
}

async function around(
  generation: GenerationDb,
  chart: string,
  player: string,
): Promise<Map<number, BoardEntry[]>> {
  const bests = await bestsAmong(generation, chart, [player])
  const ranks = await ranksOf(generation, chart, bests)
  const ranked = bests.map((best, i) => ({ ...best, rank: ranks[i] ?? 0 }))
  return entriesAround(generation, chart, ranked, reach)
}

async function explainEntries(
  { db }: GenerationDb,
  players: PlayerDirectory,
  entries: ReadonlyMap<number, readonly BoardEntry[]>,
): Promise<Map<number, ExplainedEntry[]>> {
  const all = [...entries.values()].flat()
  const plays = await db
    .selectFrom('plays')
    .select(['id', 'partition', 'offset', 'at'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val(all.map(({ playId }) => playId)))))
    .execute()
  const playOf = new Map(plays.map((play) => [play.id, play]))
  const known = await players.lookUp([...new Set(all.map(({ player }) => player))])
  const explain = ({ rank, player, hundredths, grade, playId }: BoardEntry): ExplainedEntry => {
    const play = playOf.get(playId)
    if (!play) throw new Error(`a board has play ${playId}, which is in no table: run \`ledger verify\``)
    return {
      rank,
      player: { id: player, alias: known.get(player)?.alias ?? null },
      score: percentText(hundredths),
      grade,
      playId,
      position: formatPosition(play),
      receivedAt: new Date(play.at).toISOString(),
    }
  }
  return new Map([...entries].map(([system, list]) => [system, list.map(explain)]))
}

async function countPlays({ db, rules }: GenerationDb, chart: string): Promise<ExplainedBoard['plays']> {
  const counts = await db
    .selectFrom('plays')
    .where('chart', '=', chart)
    .select([
      sql<boolean>`withdrawn_at is not null`.as('withdrawn'),
      'eligible',
      'reasons',
      sql<number>`count(*)::integer`.as('plays'),
    ])
    .groupBy([sql`1`, 'eligible', 'reasons'])
    .execute()
  const sum = (rows: typeof counts) => rows.reduce((total, { plays }) => total + plays, 0)
  const unranked = counts.filter(({ withdrawn, eligible }) => !withdrawn && !eligible)
  const codes = [...new Set(unranked.flatMap(({ reasons }) => reasons))].sort()
  return {
    counting: sum(counts.filter(({ withdrawn, eligible }) => !withdrawn && eligible)),
    withdrawn: sum(counts.filter(({ withdrawn }) => withdrawn)),
    unranked: codes.map((code) => ({
      code,
      text: reasonText(code, rules),
      plays: sum(unranked.filter(({ reasons }) => reasons.includes(code))),
    })),
  }
}
