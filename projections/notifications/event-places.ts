import { boardFrom } from '@stepledger/contracts/board-name.ts'
import { type CompetitionState, isListed } from '@stepledger/contracts/competition/competition.ts'
import { isOfSite } from '@stepledger/contracts/http/default-competition.ts'
import { acceptancesOf, participationsOf } from '../participation/reads.ts'
import type { GenerationDb } from '../read-database.ts'
import { overall } from '../standings/competition-standings.ts'
import { dayEnds } from '../standings/daily-totals.ts'
import { competitionPlacesOf, participantsOf } from '../standings/ranked-totals.ts'
import { allCompetitions, withShownWords } from '../standings/reads.ts'

/** The place of a player in a round that ended, or in a competition with final standings. `at`: ms since 1970. */
export interface EventPlace {
  readonly kind: 'event'
  readonly at: number
  readonly slug: string
  readonly name: string
  /** Null: the whole competition. */
  readonly round: string | null
  readonly rank: number
  readonly players: number
}

/** A player's rank at the end of a day of a round, which was better at the end of the day before. */
export interface LostPlace {
  readonly kind: 'place'
  readonly at: number
  readonly slug: string
  readonly name: string
  readonly round: string
  readonly rank: number
  readonly before: number
}

/** Endings from `since` to before `before`, ms since 1970. `system`: of the board. */
interface EventPlacesQuery {
  readonly player: string
  readonly system: { readonly name: string }
  readonly since: number
  readonly before: number
}

interface Ending {
  /** 0: the whole competition. */
  readonly round: number
  readonly name: string | null
  readonly at: number
}

/** When each round ended, its grace period included, and when the standings became final. */
function endingsOf({ document: { rounds, grace }, closed }: CompetitionState): Ending[] {
  const ends = rounds.map(({ name, end }, i) => ({ round: i + 1, name, at: end + grace * 1_000 }))
  return closed ? [...ends, { round: overall, name: null, at: closed.at }] : ends
}

/** Competitions of other players send notifications only to those who said that they take part. */
async function competitionsFor(generation: GenerationDb, player: string) {
  const all = await allCompetitions(generation)
  const joined = new Set(
    (await participationsOf(generation, player)).flatMap(({ slug, status }) => (status === 'in' ? slug : [])),
  )
  return withShownWords(
    generation,
    all.filter(
      ({ slug, state }) => (isListed(state) && isOfSite(state)) || (joined.has(slug) && !state.hidden),
    ),
  )
}

/** Returns the places of a player in the rounds and competitions that ended in an interval, on one board. */
export async function eventPlacesOf(
  generation: GenerationDb,
  { player, system, since, before }: EventPlacesQuery,
): Promise<EventPlace[]> {
  const found: EventPlace[] = []
  for (const { slug, state } of await competitionsFor(generation, player)) {
    const name = boardFrom(system.name)
    const board = name === null ? -1 : state.document.boards.indexOf(name)
    const endings = endingsOf(state).filter(({ at }) => at >= since && at < before)
    if (board < 0 || endings.length === 0) continue
    const places = await competitionPlacesOf(generation, slug, player)
    for (const { round, name: roundName, at } of endings) {
      const place = places.find((each) => each.round === round && each.board === board)
      if (!place) continue
      const players = await participantsOf(generation, { slug, round, board })
      found.push({
        kind: 'event',
        at,
        slug,
        name: state.document.name,
        round: roundName,
        rank: place.rank,
        players,
      })
    }
  }
  return found
}

/**
 * Returns the places that a player lost from one day to the next in rounds that went on, on one board. Reads the daily
 * ranks of the player, one index range.
 */
export async function lostPlacesOf(
  generation: GenerationDb,
  { player, system, since, before }: EventPlacesQuery,
): Promise<LostPlace[]> {
  const daily = await generation.db
    .selectFrom('event_days')
    .select(['slug', 'round', 'board', 'ranks'])
    .where('player', '=', player)
    .where('round', '<>', overall)
    .execute()
  if (daily.length === 0) return []
  const name = boardFrom(system.name)
  const competitions = new Map(
    (await competitionsFor(generation, player)).map(({ slug, state }) => [slug, state]),
  )
  return daily.flatMap(({ slug, round, board, ranks }) => {
    const document = competitions.get(slug)?.document
    const ofRound = document?.rounds[round - 1]
    if (!document || !ofRound || document.boards[board] !== name) return []
    const ends = dayEnds(document, round, Math.min(before - 1, ofRound.end - 1))
    return ends.flatMap((at, day): LostPlace[] => {
      const [rank = 0, last = 0] = [ranks[day], ranks[day - 1]]
      if (at < since || last === 0 || rank <= last) return []
      return [{ kind: 'place', at, slug, name: document.name, round: ofRound.name, rank, before: last }]
    })
  })
}

/** The organisers of a competition accepted a player. `at`: ms since 1970. */
export interface Acceptance {
  readonly kind: 'accepted'
  readonly at: number
  readonly slug: string
  readonly name: string
}

export async function acceptancesIn(
  generation: GenerationDb,
  { player, since, before }: EventPlacesQuery,
): Promise<Acceptance[]> {
  const accepted = await acceptancesOf(generation, { player, since, before })
  if (accepted.length === 0) return []
  const slugs = new Set(accepted.map(({ slug }) => slug))
  const rows = (await allCompetitions(generation)).filter(
    ({ slug, state }) => slugs.has(slug) && !state.hidden,
  )
  const names = new Map(
    (await withShownWords(generation, rows)).map(({ slug, state }) => [slug, state.document.name]),
  )
  return accepted.flatMap(({ slug, at }) => {
    const name = names.get(slug)
    return name === undefined ? [] : { kind: 'accepted', at, slug, name }
  })
}
