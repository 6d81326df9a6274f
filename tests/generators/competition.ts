import { type CompetitionState, competitionState } from '@stepledger/contracts/competition/competition.ts'
import {
  type CompetitionDocument,
  type CompetitionRound,
  competitionRound,
} from '@stepledger/contracts/competition/competition-document.ts'
import type { CompetitionEvent } from '@stepledger/contracts/competition/events.ts'
import type { PointsFormula } from '@stepledger/contracts/competition/points-formula.ts'
import type { z } from 'zod'

/** The initial formula, and another one. */
export const exponential: PointsFormula = {
  maxPoints: 10_000,
  minPoints: 1,
  pieces: [{ form: 'exponential', rate: 0.08, upTo: null }],
}
export const stepped: PointsFormula = {
  maxPoints: 10_000,
  minPoints: 1,
  pieces: [
    { form: 'exponential', rate: 0.06, upTo: 10 },
    { form: 'exponential', rate: 0.055, upTo: 30 },
    { form: 'hyperbolic', rate: 0.02, upTo: null },
  ],
}

/** A round whose best plays count on all charts, unless it says otherwise. */
export type RoundPart = z.input<typeof competitionRound>

/** A competition of these rounds, with realistic defaults. */
export function competition(
  part: { readonly rounds: readonly RoundPart[] } & Omit<Partial<CompetitionDocument>, 'rounds'>,
): CompetitionDocument {
  return {
    slug: 'blue-shift',
    name: 'Blue Shift (Beta)',
    announcement: 'Your best score on each of these charts.',
    downloadUrl: null,
    failedPlaysCount: true,
    grace: 0,
    points: exponential,
    ties: 'share',
    shown: 10,
    boards: ['HardEX', 'EX', 'ITG'],
    access: 'everybody',
    colour: 'blue',
    ...part,
    rounds: part.rounds.map((round) => competitionRound.parse(round)),
  }
}

/** The state of a competition of the site that was just announced. */
export function stateOf(document: CompetitionDocument): CompetitionState {
  return competitionState.parse({ version: 1, document, offset: 0, closed: null })
}

const head = { v: 1, at: 1_800_000_000_000 }

/** `owner` null: by the site. */
export function announced(document: CompetitionDocument, owner: string | null = null): CompetitionEvent {
  const { slug } = document
  return {
    ...head,
    id: `announced ${slug}`,
    type: 'EventAnnounced',
    key: slug,
    data: { document, owner, words: null },
  }
}

export function windowChanged(
  { slug, grace }: Pick<CompetitionDocument, 'slug' | 'grace'>,
  round: number,
  { start, end }: Pick<CompetitionRound, 'start' | 'end'>,
): CompetitionEvent {
  return {
    ...head,
    id: `window of ${slug}`,
    type: 'EventWindowChanged',
    key: slug,
    data: { slug, round, start, end, grace },
  }
}

export function chartsChosen(slug: string, round: number, charts: readonly string[]): CompetitionEvent {
  return {
    ...head,
    id: `charts of ${slug}`,
    type: 'EventChartsChosen',
    key: slug,
    data: { slug, round, charts: [...charts] },
  }
}

export function listingChanged(
  slug: string,
  listing: { hidden: boolean; pinned: boolean },
): CompetitionEvent {
  return {
    ...head,
    id: `listing of ${slug}`,
    type: 'EventListingChanged',
    key: slug,
    data: { slug, ...listing },
  }
}

export function playTakenOut(slug: string, playId: number, out: boolean): CompetitionEvent {
  const data = { slug, playId, out }
  return { ...head, id: `play ${playId} of ${slug}`, type: 'EventPlayTakenOut', key: slug, data }
}

export function pointsChanged(slug: string, points: PointsFormula): CompetitionEvent {
  return { ...head, id: `points of ${slug}`, type: 'EventPointsChanged', key: slug, data: { slug, points } }
}
