import type { EventAnnounced } from '@stepledger/contracts/events/event-announced.ts'
import type { EventChartsChosen } from '@stepledger/contracts/events/event-charts-chosen.ts'
import type { EventClosed } from '@stepledger/contracts/events/event-closed.ts'
import type { EventPointsChanged } from '@stepledger/contracts/events/event-points-changed.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import type { EventWindowChanged } from '@stepledger/contracts/events/event-window-changed.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import {
  type CompetitionDocument,
  competitionDocument,
} from '@stepledger/contracts/rules/competition-document.ts'
import { z } from 'zod'

/** The state of a competition after the events of the topic `rules` so far. */
export const competitionState = z.object({
  document: competitionDocument,
  /** Offset in the topic `rules` of the last event about it. */
  offset: z.int(),
  /** Set once its standings are final. `offset`: of EventClosed; `at`: ms since 1970. */
  closed: z
    .object({
      closing: z.uuid(),
      offset: z.int(),
      at: z.int(),
      checkpoint: z.array(z.int()),
      rulesOffset: z.int(),
      charts: z.int(),
      scores: z.int(),
      digest: z.string(),
    })
    .nullable(),
})
export type CompetitionState = z.infer<typeof competitionState>

/** A ledger event about a competition. */
export type CompetitionEvent =
  | EventAnnounced
  | EventChartsChosen
  | EventWindowChanged
  | EventPointsChanged
  | EventScoresRecorded
  | EventClosed

export function isCompetitionEvent(event: AnyEvent): event is CompetitionEvent {
  switch (event.type) {
    case 'EventAnnounced':
    case 'EventChartsChosen':
    case 'EventWindowChanged':
    case 'EventPointsChanged':
    case 'EventScoresRecorded':
    case 'EventClosed':
      return true
    default:
      return false
  }
}

export function slugOf(event: CompetitionEvent): string {
  return event.type === 'EventAnnounced' ? event.data.document.slug : event.data.slug
}

/**
 * Applies the event at `offset`. Ignores what is invalid: a competition that was not announced, a round that does not
 * exist, a window that overlaps another. A closed competition does not change until it is closed again.
 */
export function applyCompetitionEvent(
  before: CompetitionState | undefined,
  event: CompetitionEvent,
  offset: number,
): CompetitionState | undefined {
  if (event.type === 'EventAnnounced')
    return before?.closed ? before : { document: event.data.document, offset, closed: null }
  if (!before) return undefined
  switch (event.type) {
    case 'EventChartsChosen': {
      const { round, charts } = event.data
      return changed(before, withRound(before.document, round, { charts }), offset)
    }
    case 'EventWindowChanged': {
      const { round, start, end, grace } = event.data
      return changed(before, { ...withRound(before.document, round, { start, end }), grace }, offset)
    }
    case 'EventPointsChanged':
      return changed(before, { ...before.document, points: event.data.points }, offset)
    case 'EventScoresRecorded':
      return before
    case 'EventClosed': {
      const { slug, by, ...closed } = event.data
      return { ...before, offset, closed: { ...closed, offset, at: event.at } }
    }
    default:
      return event satisfies never
  }
}

/** A change of a competition: its state after the event at `offset` of the topic `rules`. `at`: ms since 1970. */
export interface CompetitionChange {
  readonly slug: string
  readonly offset: number
  readonly at: number
  readonly state: CompetitionState
}

/** Applies these events in the order of the topic `rules`. Returns the change by each event that was not ignored. */
export function competitionChanges(
  before: ReadonlyMap<string, CompetitionState>,
  events: Iterable<{ readonly offset: number; readonly event: CompetitionEvent }>,
): CompetitionChange[] {
  const states = new Map(before)
  const changes: CompetitionChange[] = []
  for (const { offset, event } of events) {
    const slug = slugOf(event)
    const known = states.get(slug)
    const state = applyCompetitionEvent(known, event, offset)
    if (!state || state === known) continue
    states.set(slug, state)
    changes.push({ slug, offset, at: event.at, state })
  }
  return changes
}

/** Returns the competitions by slug, each in its last state. */
export function latestStates(changes: Iterable<CompetitionChange>): Map<string, CompetitionState> {
  return new Map(Array.from(changes, ({ slug, state }) => [slug, state]))
}

function changed(before: CompetitionState, document: CompetitionDocument, offset: number): CompetitionState {
  const checked = competitionDocument.safeParse(document)
  return before.closed || !checked.success ? before : { ...before, document: checked.data, offset }
}

/** Returns the document with changes to the round of this number, from 1. */
export function withRound(
  document: CompetitionDocument,
  round: number,
  part: Partial<CompetitionDocument['rounds'][number]>,
): CompetitionDocument {
  return {
    ...document,
    rounds: document.rounds.map((known, i) => (i === round - 1 ? { ...known, ...part } : known)),
  }
}
