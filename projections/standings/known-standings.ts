import { type CompetitionState, competitionState } from '@stepledger/contracts/competition/competition.ts'
import type { TablesTx } from '../generation.ts'
import { type CompetitionScore, type CompetitionStandings, emptyStandings } from './competition-standings.ts'

/** A competition with its standings in memory. */
export interface KnownCompetition {
  readonly state: CompetitionState
  /** Of all its rounds. */
  readonly charts: ReadonlySet<string>
  readonly standings: CompetitionStandings
}

/** The cached state of a settler, valid while the stored version is unchanged. */
export interface KnownStandings {
  readonly version: number
  /** The next offset of the topic `rules`. */
  readonly nextOffset: number
  readonly events: ReadonlyMap<string, KnownCompetition>
}

/** Creates a competition without scores. */
export function newlyKnown(state: CompetitionState): KnownCompetition {
  return { ...stateWithCharts(state), standings: emptyStandings(state.document) }
}

export function stateWithCharts(state: CompetitionState): Pick<KnownCompetition, 'state' | 'charts'> {
  return { state, charts: new Set(state.document.rounds.flatMap(({ charts }) => charts)) }
}

/** Rows fetched at a time. */
const fetchSize = 20_000

/** Reads the stored standings, within the transaction that locks the progress row. */
export async function readStandings(
  { tx, schema }: TablesTx,
  { version, nextOffset }: Pick<KnownStandings, 'version' | 'nextOffset'>,
): Promise<KnownStandings> {
  const { rows } = await tx.query<{ slug: string; state: unknown }>({
    text: `select slug, state from ${schema}.events`,
  })
  const competitions = new Map(
    rows.map(({ slug, state }) => [slug, newlyKnown(competitionState.parse(state))]),
  )
  await tx.query({
    text: `declare event_scores no scroll cursor for select slug, round, chart, player, hundredths from ${schema}.event_scores`,
  })
  for (;;) {
    const page = await tx.query<CompetitionScore & { slug: string }>({
      text: `fetch ${fetchSize} from event_scores`,
    })
    for (const { slug, ...score } of page.rows) competitions.get(slug)?.standings.set(score)
    if (page.rows.length < fetchSize) break
  }
  await tx.query({ text: 'close event_scores' })
  for (const { standings } of competitions.values()) standings.stored(standings.settle().totals)
  return { version, nextOffset, events: competitions }
}
