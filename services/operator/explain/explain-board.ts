import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { type BoardEntry, boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import { bestsAmong, boardVersion, entriesAround, ranksOf } from '@stepledger/projections/boards/reads.ts'
import { simfilesOfChart } from '@stepledger/projections/catalogue/list-packs.ts'
import { chartByHash } from '@stepledger/projections/catalogue/reads.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { sql } from 'kysely'
import type { FoundPlayer } from '../../accounts/players/find-player.ts'
import { aligned, count, counted, printable } from '../format-text.ts'
import { requireLiveGeneration, type Store } from '../store.ts'
import { placesOfPlays, showPlaces } from './explain-player.ts'

type ExplainedBoard = NonNullable<Awaited<ReturnType<typeof explainBoard>>>
type ExplainedEntry = ExplainedBoard['boards'][number]['entries'][number]

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

export function showBoard(explained: ExplainedBoard): string[] {
  const { chart, rules, generation, players, plays, boards, player } = explained
  return [
    ...aligned([
      ['Chart', `${printable(chart.title)} (${chart.hash})`],
      ['Rules', `"${printable(rules.title)}" (rules 0:${rules.offset}), generation ${generation}`],
      ['Maximum', maximumText(explained)],
      ['Players', count(players)],
      ['Plays', `${counted(plays.counting, 'play')} counted, ${count(plays.withdrawn)} withdrawn`],
      ...plays.unranked.map(({ text, plays: n }) => ['', `${counted(n, 'play')} not ranked: ${text}`]),
    ]),
    ...boards.flatMap(({ board, entries }) => [
      '',
      board,
      ...(entries.length === 0
        ? [player ? '  not on this board' : '  nobody']
        : [...entryLines(entries), ...whyLines(entries, player?.found.id)]),
    ]),
    ...(player ? ['', ...showPlaces(player.plays)] : []),
  ]
}

function maximumText({ simfiles }: ExplainedBoard): string {
  if (simfiles.length === 0) return "by each play's own counts: no pack has this chart"
  return `by ${simfiles.map(({ id, pack }) => `song ${id} of ${printable(pack)}`).join(', ')}`
}

function entryLines(entries: readonly ExplainedEntry[]): string[] {
  return aligned(
    entries.map(({ rank, player, score, grade, playId, position, receivedAt }) => [
      ` ${count(rank)}`,
      printable(player.alias ?? player.id),
      `${score} %`,
      grade,
      `play ${playId}`,
      position,
      receivedAt,
    ]),
    [0, 2],
  )
}

/** Why the player is not one rank higher. */
function whyLines(entries: readonly ExplainedEntry[], player: string | undefined): string[] {
  const at = entries.findIndex((entry) => entry.player.id === player)
  const [above, own] = [entries[at - 1], entries[at]]
  if (!own) return []
  const rank = `  Rank ${count(own.rank)}`
  if (!above) return [`${rank}: nobody has a better score.`]
  const name = printable(above.player.alias ?? above.player.id)
  if (above.score !== own.score) return [`${rank}: ${name} has ${above.score} %, more than ${own.score} %.`]
  return [
    above.receivedAt < own.receivedAt
      ? `${rank}: ${name} has the same score, received earlier.`
      : `${rank}: ${name} has the same score, received within the same hundredth of a second, and the larger id.`,
  ]
}
