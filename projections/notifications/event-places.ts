import { boardFrom } from '@stepledger/contracts/board-name.ts'
import type { GenerationDb } from '../read-database.ts'
import { overall } from '../standings/competition-standings.ts'
import type { CompetitionState } from '../standings/competition-state.ts'
import { allCompetitions, participantsOf, placesOf } from '../standings/reads.ts'

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

/** Returns the places of a player in the rounds and competitions that ended in an interval, on one board. */
export async function eventPlacesOf(
  generation: GenerationDb,
  { player, system, since, before }: EventPlacesQuery,
): Promise<EventPlace[]> {
  const found: EventPlace[] = []
  for (const { slug, state } of await allCompetitions(generation)) {
    const name = boardFrom(system.name)
    const board = name === null ? -1 : state.document.boards.indexOf(name)
    const endings = endingsOf(state).filter(({ at }) => at >= since && at < before)
    if (board < 0 || endings.length === 0) continue
    const places = await placesOf(generation, slug, player)
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
