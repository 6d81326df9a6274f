import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { bestsAmong, entriesAround, ranksOf } from '@stepledger/projections/boards/around.ts'
import { type BoardEntry, boardEntries } from '@stepledger/projections/boards/boards.ts'
import { boardVersion } from '@stepledger/projections/boards/reads.ts'
import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import { simfilesOfChart } from '@stepledger/projections/catalogue/simfiles-of-chart.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { sql } from 'kysely'
import type { FoundPlayer } from '../../accounts/players/find-player.ts'
import { requireLiveGeneration } from '../require-live-generation.ts'
import type { Store } from '../store.ts'
import { placesOfPlays } from './places-of-plays.ts'

export type ExplainedBoard = NonNullable<Awaited<ReturnType<typeof explainBoard>>>
export type ExplainedEntry = ExplainedBoard['boards'][number]['entries'][number]

/** Ranks before and after a player. */
const reach = 3

/**
 * Explains the first ranks of each board of a chart, or those around a player, with the events that made them; null if the
 * chart is unknown. `limit`: number of ranks or plays. Throws CommandFailedError.
 */
export async function explainBoard(
  store: Pick<Store, 'database' | 'readModels' | 'players'>,
  hash: string,
  { player, limit }: { readonly player: FoundPlayer | null; readonly limit: number },
) {
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
    /** Songs whose counts give the maximum of a score; empty: the plays' own counts do. */
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
) {
  const all = [...entries.values()].flat()
  const plays = await db
    .selectFrom('plays')
    .select(['id', 'partition', 'offset', 'at'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val(all.map(({ playId }) => playId)))))
    .execute()
  const playOf = new Map(plays.map((play) => [play.id, play]))
  const known = await players.lookUp([...new Set(all.map(({ player }) => player))])
  const explain = ({ rank, player, hundredths, grade, playId }: BoardEntry) => {
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

async function countPlays({ db, rules }: GenerationDb, chart: string) {
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
