import type { TablesTx } from '../generation.ts'
import { type EventScore, type EventStandings, emptyStandings } from './event-standings.ts'
import { type EventState, eventState } from './event-state.ts'

/** An event with its standings in memory. */
export interface KnownEvent {
  readonly state: EventState
  readonly standings: EventStandings
}

/** What a settler remembers: right for as long as the stored version is the same. */
export interface KnownStandings {
  readonly version: number
  /** The next offset of the topic `rules`. */
  readonly nextOffset: number
  readonly events: ReadonlyMap<string, KnownEvent>
}

/** An event without scores. */
export function newlyKnown(state: EventState): KnownEvent {
  const { points, rounds, boards } = state.document
  return { state, standings: emptyStandings(points, { rounds: rounds.length, boards: boards.length }) }
}

/** Scores fetched in one go. */
const chunk = 20_000

/** Reads what is stored, within the transaction that holds the row of progress. */
export async function readStandings(
  { tx, schema }: TablesTx,
  { version, nextOffset }: Pick<KnownStandings, 'version' | 'nextOffset'>,
): Promise<KnownStandings> {
  const { rows } = await tx.query<{ slug: string; state: unknown }>({
    text: `select slug, state from ${schema}.events`,
  })
  const events = new Map(rows.map(({ slug, state }) => [slug, newlyKnown(eventState.parse(state))]))
  await tx.query({
    text: `declare event_scores no scroll cursor for select slug, round, chart, player, hundredths from ${schema}.event_scores`,
  })
  for (;;) {
    const page = await tx.query<EventScore & { slug: string }>({ text: `fetch ${chunk} from event_scores` })
    for (const { slug, ...score } of page.rows) events.get(slug)?.standings.set(score)
    if (page.rows.length < chunk) break
  }
  await tx.query({ text: 'close event_scores' })
  for (const { standings } of events.values()) standings.stored(standings.settle().totals)
  return { version, nextOffset, events }
}
