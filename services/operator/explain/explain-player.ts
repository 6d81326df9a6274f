import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import type { FoundPlayer } from '../../accounts/players/find-player.ts'
import { partitionOf } from '../../platform/ledger/ledger.ts'
import { firstParked } from '../../projector/generations/parked-events.ts'
import { eventsBeyond } from '../find-play.ts'
import { aligned, count, counted, printable } from '../format-text.ts'
import { requireLiveGeneration, type Store } from '../store.ts'

/** An event of the player that the read models do not include. */
interface UnfoldedEvent {
  readonly position: string
  readonly type: string
  /** Null for an event that is only not folded yet. */
  readonly parkedFor: string | null
}

type ExplainedPlayer = Awaited<ReturnType<typeof explainPlayer>>

const maxParked = 20

/**
 * Explains where the plays of a player are, with the first parked events and all that are not folded yet. `limit`: number
 * of listed plays. Throws CommandFailedError.
 */
export async function explainPlayer(
  store: Pick<Store, 'database' | 'ledger' | 'readModels'>,
  player: FoundPlayer,
  limit: number,
) {
  const live = await requireLiveGeneration(store)
  // Reads the checkpoint first: events folded meanwhile are found twice instead of being missed.
  const checkpoint = await readCheckpoints(store.database.pool, live.id)
  const generation = readable(live, store.readModels)
  const waiting = await unfoldedEvents(store, player.id, checkpoint)
  const parked = await firstParked(store.database.pool, live.id, { key: player.id, limit: maxParked })
  return {
    player,
    erasedAt: await erasedAt(generation, player.id),
    partition: partitionOf(store.ledger.partitions.events, player.id),
    generation: live.id,
    plays: await countPlays(generation, player.id),
    latest: await placesOfPlays(generation, { player: player.id }, limit),
    parked: parked.map(({ type, reason, ...at }) => ({
      position: formatPosition(at),
      type,
      parkedFor: reason,
    })),
    waiting,
  }
}

async function erasedAt({ db }: GenerationDb, player: string): Promise<string | null> {
  const row = await db.selectFrom('players').select('erased_at').where('id', '=', player).executeTakeFirst()
  return row?.erased_at ? new Date(row.erased_at).toISOString() : null
}

async function countPlays({ db }: GenerationDb, player: string) {
  return db
    .selectFrom('plays')
    .where('player', '=', player)
    .select([
      sql<number>`(count(*) filter (where eligible and withdrawn_at is null))::integer`.as('counting'),
      sql<number>`(count(*) filter (where not eligible and withdrawn_at is null))::integer`.as('unranked'),
      sql<number>`(count(*) filter (where withdrawn_at is not null))::integer`.as('withdrawn'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads the end of the player's partition, beyond the checkpoint. */
async function unfoldedEvents(
  { ledger }: Pick<Store, 'ledger'>,
  player: string,
  checkpoint: readonly number[],
): Promise<UnfoldedEvent[]> {
  const own = partitionOf(checkpoint.length, player)
  const to = checkpoint.map((_, partition) => (partition === own ? Number.MAX_SAFE_INTEGER : 0))
  const waiting: UnfoldedEvent[] = []
  for await (const { event, ...at } of eventsBeyond(ledger, checkpoint, to))
    if (event.key === player)
      waiting.push({ position: formatPosition(at), type: event.type, parkedFor: null })
  return waiting
}

export function showPlayer(explained: ExplainedPlayer): string[] {
  const { player, erasedAt, partition, generation, plays, latest, parked, waiting } = explained
  const total = plays.counting + plays.unranked + plays.withdrawn
  return [
    ...aligned([
      ['Player', `${player.alias === null ? 'no account' : printable(player.alias)} (${player.id})`],
      ...(erasedAt === null ? [] : [['Erased', `${erasedAt}; later events of this player are skipped`]]),
      ['Events', `in partition ${partition}: \`ledger events --player ${player.id}\``],
      [
        'Plays',
        `${count(total)} in generation ${generation}: ${count(plays.counting)} count, ${count(plays.unranked)} do not, ${count(plays.withdrawn)} withdrawn`,
      ],
      ['Parked', parked.length === 0 ? 'none' : counted(parked.length, 'event')],
      ['Waiting', waiting.length === 0 ? 'none' : `${counted(waiting.length, 'event')} not folded yet`],
    ]),
    ...parked.map(unfoldedLine),
    ...waiting.map(unfoldedLine),
    ...(latest.length === 0 ? [] : ['', ...showPlaces(latest)]),
  ]
}

function unfoldedLine({ position, type, parkedFor }: UnfoldedEvent): string {
  const why = parkedFor === null ? 'not folded yet' : printable(parkedFor)
  return `  ${position} ${printable(type)}: ${why}`
}

export function showPlaces(plays: readonly PlaceOfPlay[]): string[] {
  return aligned([
    ['Play', 'Event', 'Received', 'Chart', 'Place'],
    ...plays.map(({ playId, position, receivedAt, chart, ...place }) => [
      String(playId),
      position,
      receivedAt,
      `${printable(chart.title)} (${chart.hash})`,
      placeText(place),
    ]),
  ])
}

function placeText({
  place,
  ranks,
  reasons,
  wipe,
}: Pick<PlaceOfPlay, 'place' | 'ranks' | 'reasons' | 'wipe'>) {
  switch (place) {
    case 'ranked':
      return ranks.map(({ board, rank, total }) => `${board} ${count(rank)} of ${count(total)}`).join(', ')
    case 'beaten':
      return 'beaten by better plays of the same player'
    case 'unranked':
      return `not ranked: ${reasons.join(', ')}`
    case 'wiped':
      return `wiped: \`ledger reinstate ${wipe}\` brings it back`
    case 'withdrawn':
      return 'withdrawn permanently'
  }
}

/**
 * Where a play is:
 * - ranked: the best of its player on at least one board
 * - beaten: counts, and better plays of its player are ranked
 * - unranked: does not count, see `reasons`
 * - wiped, withdrawn: removed, until a reinstatement or permanently
 */
type PlayPlace = 'ranked' | 'beaten' | 'unranked' | 'wiped' | 'withdrawn'

type PlaceOfPlay = Awaited<ReturnType<typeof placesOfPlays>>[number]

/** On all charts or on one, latest first. */
export async function placesOfPlays(
  generation: GenerationDb,
  { player, chart }: { readonly player: string; readonly chart?: string },
  limit: number,
) {
  const { db } = generation
  const plays = await db
    .selectFrom('plays')
    .selectAll()
    .where('player', '=', player)
    .$if(chart !== undefined, (query) => query.where('chart', '=', chart ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const titles = await db
    .selectFrom('charts')
    .select(['hash', 'title'])
    .where((where) => where.eb('hash', '=', where.fn.any(where.val(plays.map(({ chart }) => chart)))))
    .execute()
  const titleOf = new Map(titles.map(({ hash, title }) => [hash, title]))
  const placeOfPlay = async (play: (typeof plays)[number]) => {
    const standings = await standingsOf(generation, { chart: play.chart, player, playId: play.id })
    const ranks = standings
      .filter(({ personalBest }) => personalBest)
      .map(({ system, rank, total }) => ({ board: boardName(generation, system), rank, total }))
    const removed = play.wipe === null ? 'withdrawn' : 'wiped'
    const counting = ranks.length > 0 ? 'ranked' : 'beaten'
    const place: PlayPlace = play.withdrawn_at !== null ? removed : play.eligible ? counting : 'unranked'
    return {
      playId: play.id,
      position: formatPosition(play),
      receivedAt: new Date(play.at).toISOString(),
      chart: { hash: play.chart, title: titleOf.get(play.chart) ?? '' },
      place,
      ranks,
      reasons: play.reasons,
      wipe: play.wipe,
    }
  }
  const places: Awaited<ReturnType<typeof placeOfPlay>>[] = []
  for (const play of plays) places.push(await placeOfPlay(play))
  return places
}

export function boardName({ rules }: Pick<GenerationDb, 'rules'>, system: number): string {
  return rules.systems.find(({ id }) => id === system)?.name ?? String(system)
}
