import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import { type CompetitionState, isListed } from '@stepledger/contracts/competition/competition.ts'
import {
  type CompetitionDocument,
  phaseOf,
  timesOf,
} from '@stepledger/contracts/competition/competition-document.ts'
import { describePoints, type PointsFormula } from '@stepledger/contracts/competition/points-formula.ts'
import { authorsOf } from '@stepledger/contracts/competition/words.ts'
import {
  announcedAfterEnd,
  defaultCompetition,
  isOfSite,
} from '@stepledger/contracts/http/default-competition.ts'
import type { CompetitionSummary, CompetitionTimes } from '@stepledger/contracts/http/shapes/competition.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { mediaPath } from '@stepledger/projections/catalogue/banner.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { overallPlaceOf } from '@stepledger/projections/standings/ranked-totals.ts'
import { allCompetitions, competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import { tag } from '../tags.ts'

/** `viewer`: the caller, where a competition is hidden from others. */
export type Viewed<Question> = Question & { readonly viewer?: string }

/** As `viewer`. */
export const anyOperator = 'operator'

/** Returns a competition, or null. Throws 404 with the reason if it is hidden from the viewer. */
export async function visibleCompetition(
  generation: GenerationDb,
  slug: string,
  viewer?: string,
): Promise<CompetitionRow | null> {
  const row = await competitionBySlug(generation, slug)
  if (!row?.state.hidden) return row
  const isTheirs = viewer !== undefined && [anyOperator, ...organisersOf(row.state)].includes(viewer)
  if (!isTheirs) throw notFound('This event is hidden by the site')
  return row
}

/** The owner first. */
export function organisersOf({ owner, organisers }: CompetitionState): string[] {
  return [...(owner === null ? [] : [owner]), ...organisers]
}

/** The tags of players whose names or words a competition shows. */
export function tagsOfOrganisers(states: readonly CompetitionState[]): string[] {
  return [...new Set(states.flatMap((state) => [...organisersOf(state), ...authorsOf(state)]))].map(tag.name)
}

/** `names`: of `organisersOf`. */
export function summaryOf(
  { document, owner, pinned, words, closed }: CompetitionState,
  names: ReadonlyMap<string, PublicPlayer>,
  now: number,
): CompetitionSummary {
  const { slug, name, rounds, access, colour, picture } = document
  const { start, end, closes } = timesOf(document)
  return {
    slug,
    name,
    phase: phaseOf({ start, end }, now),
    final: closed !== null,
    charts: sum(rounds.map(({ charts }) => charts.length)),
    start: isoOf(start),
    end: isoOf(end),
    lateUntil: isoOf(closes),
    rounds: rounds.map((round) => roundTimes(round, now)),
    owner: owner === null ? null : nameOf(owner, names),
    access,
    colour,
    pictureUrl: picture === undefined ? null : mediaPath({ sha256: picture }),
    pinned,
    ofSite: isOfSite({ owner, pinned, words }),
  }
}

export function roundTimes(
  { name, start, end }: CompetitionDocument['rounds'][number],
  now: number,
): CompetitionTimes {
  return { name, start: isoOf(start), end: isoOf(end), phase: phaseOf({ start, end }, now) }
}

/** Describes the points formula to players. `decayRate`: rate of its first piece. */
export function describePointsSystem(points: PointsFormula) {
  return {
    maxPoints: points.maxPoints,
    decayRate: points.pieces[0]?.rate ?? 0,
    description: describePoints(points),
  }
}

/** The index of the named board; 0 without a known name. */
export function requestedBoard(boards: readonly BoardName[], name: string | undefined): number {
  const board = boardFrom(name)
  return board === null ? 0 : Math.max(0, boards.indexOf(board))
}

/** The competition that is shown by default; null before the first. */
export function currentCompetition<T extends { readonly state: CompetitionState }>(
  events: readonly T[],
  now: number,
): T | null {
  const spans = events
    .filter(({ state }) => isListed(state))
    .map((event) => {
      const times = timesOf(event.state.document)
      return { event, ...times, phase: phaseOf(times, now), isOfSite: isOfSite(event.state) }
    })
  return defaultCompetition(spans, now)?.event ?? null
}

/** Whether the home page announces the competition. */
export function isAnnounced({ document }: CompetitionState, now: number): boolean {
  return now < timesOf(document).end + announcedAfterEnd
}

/** The number of the running round, else of the next one, else of the last one. */
export function defaultRound({ rounds }: Pick<CompetitionDocument, 'rounds'>, now: number): number {
  const i = rounds.findIndex(({ end }) => end > now)
  return i < 0 ? rounds.length : i + 1
}

/** The rank of a player in the current competition, or else in the last one; null for a non-participant. `now`: ms since 1970. */
export async function defaultCompetitionRank(
  generation: GenerationDb,
  player: string,
  now: number,
): Promise<number | null> {
  const competition = currentCompetition(await allCompetitions(generation), now)
  if (!competition) return null
  return (await overallPlaceOf(generation, { slug: competition.slug, board: 0 }, player))?.rank ?? null
}
