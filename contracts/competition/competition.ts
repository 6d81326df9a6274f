import { z } from 'zod'
import { apply, type Decided, type Decider, isRefusal, type Recorded, type Refusal } from '../decider.ts'
import type { ActedBy } from '../events/acted-by.ts'
import type { AnyEvent } from '../events/registry.ts'
import {
  type CompetitionDocument,
  competitionDocument,
  lengthOf,
  newCompetitionDocument,
  timesOf,
} from './competition-document.ts'
import type { CompetitionEvent, EventClosed, EventScoresRecorded } from './events.ts'
import type { PointsFormula } from './points-formula.ts'

/** A competition as its events leave it. */
export const competitionState = z.object({
  version: z.int(),
  document: competitionDocument,
  /** Offset in the topic `rules` of the last event that changed it. */
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

const unannounced = { version: 0, offset: -1, document: null, closed: null } as const
type State = CompetitionState | typeof unannounced

/** Times: ms since 1970. Rounds are numbered from 1. `by`: the operator; absent if the server decides. */
export type CompetitionCommand = { readonly by?: ActedBy } & (
  | { readonly type: 'announce'; readonly document: CompetitionDocument }
  | { readonly type: 'chooseCharts'; readonly round: number; readonly charts: readonly string[] }
  | ({ readonly type: 'moveWindow'; readonly round: number } & WindowChange)
  | { readonly type: 'changePoints'; readonly points: PointsFormula }
  | { readonly type: 'close'; readonly now: number; readonly closing: Closing }
)

/** What stays the same is left out. `grace`: seconds. */
export interface WindowChange {
  readonly start?: number
  readonly end?: number
  readonly grace?: number
}

/** The counted scores, chart by chart, and their sum. */
export interface Closing {
  readonly records: readonly EventScoresRecorded['data'][]
  readonly closed: EventClosed['data']
}

type Event = Decided<CompetitionEvent['type']>

export const competition: Decider<State, CompetitionCommand, Event> = {
  initial: unannounced,
  evolve,
  decide,
}

/**
 * Ignores what is invalid: a competition that was not announced, a round that does not exist, windows that overlap. A
 * closed competition changes only by another closing.
 */
function evolve(state: State, event: Event & Recorded): State {
  if (event.type === 'EventAnnounced')
    return state.closed ? state : { ...state, document: event.data.document, closed: null }
  if (state.document === null) return state
  if (event.type === 'EventScoresRecorded') return state
  if (event.type === 'EventClosed') {
    const { slug: _, by: __, ...closed } = event.data
    return { ...state, closed: { ...closed, offset: event.offset, at: event.at } }
  }
  const document = competitionDocument.safeParse(changedDocument(state.document, event))
  return state.closed || !document.success ? state : { ...state, document: document.data }
}

type DocumentChange = Decided<'EventChartsChosen' | 'EventWindowChanged' | 'EventPointsChanged'>

function changedDocument(document: CompetitionDocument, change: DocumentChange): CompetitionDocument {
  switch (change.type) {
    case 'EventChartsChosen': {
      const { round, charts } = change.data
      return withRound(document, round, { charts })
    }
    case 'EventWindowChanged': {
      const { round, start, end, grace } = change.data
      return { ...withRound(document, round, { start, end }), grace }
    }
    case 'EventPointsChanged':
      return { ...document, points: change.data.points }
  }
}

function withRound(
  document: CompetitionDocument,
  number: number,
  part: Partial<CompetitionDocument['rounds'][number]>,
): CompetitionDocument {
  const rounds = document.rounds.map((round, i) => (i === number - 1 ? { ...round, ...part } : round))
  return { ...document, rounds }
}

function decide(state: State, command: CompetitionCommand): readonly Event[] | Refusal {
  const { by } = command
  if (command.type === 'close') return close(state, command)
  if (state.closed) return refused('closed', `${state.document.slug} ${closedAt(state.closed)}`)
  if (command.type === 'announce') {
    const { document } = command
    return (
      invalid(newCompetitionDocument, document, `${document.slug} cannot be announced like this`) ?? [
        { type: 'EventAnnounced', data: { document, by } },
      ]
    )
  }
  if (state.document === null) return unknown
  const change = changeOf(state.document, command)
  if (isRefusal(change)) return change
  const after = changedDocument(state.document, change)
  // A competition that is longer than the limit can be shortened a round at a time.
  const schema = lengthOf(after) > lengthOf(state.document) ? newCompetitionDocument : competitionDocument
  const what =
    command.type === 'moveWindow'
      ? `Round ${command.round} of ${after.slug} cannot have this window`
      : `${after.slug} cannot be changed like this`
  return invalid(schema, after, what) ?? [change]
}

function changeOf(
  { slug, rounds, grace }: CompetitionDocument,
  command: Exclude<CompetitionCommand, { type: 'announce' | 'close' }>,
): DocumentChange | Refusal {
  const { by } = command
  if (command.type === 'changePoints')
    return { type: 'EventPointsChanged', data: { slug, points: command.points, by } }
  const { round } = command
  const now = rounds[round - 1]
  if (!now)
    return refused(
      'no-such-round',
      `${slug} has ${rounds.length === 1 ? 'one round' : `rounds 1 to ${rounds.length}`}`,
    )
  if (command.type === 'chooseCharts')
    return { type: 'EventChartsChosen', data: { slug, round, charts: [...command.charts], by } }
  const window = { start: command.start ?? now.start, end: command.end ?? now.end }
  return { type: 'EventWindowChanged', data: { slug, round, ...window, grace: command.grace ?? grace, by } }
}

function close(
  state: State,
  { by, now, closing: { records, closed } }: Extract<CompetitionCommand, { type: 'close' }>,
): readonly Event[] | Refusal {
  if (state.document === null) return unknown
  const refusal = tooEarlyToClose(state.document, now)
  if (refusal) return refusal
  if (state.closed?.digest === closed.digest)
    return refused('unchanged', `${closed.slug} is closed, and nothing has changed since`)
  return [
    ...records.map((data) => ({ type: 'EventScoresRecorded' as const, data })),
    { type: 'EventClosed', data: { ...closed, by } },
  ]
}

/** Counting plays may still arrive until the end of the grace period. */
export function tooEarlyToClose(document: CompetitionDocument, now: number): Refusal | null {
  const { end, closes } = timesOf(document)
  if (now >= closes) return null
  return refused(
    'too-early',
    `${document.slug} ends at ${iso(end)}, and its plays may come in until ${iso(closes)}: close it then`,
  )
}

const unknown = refused('unknown', 'There is no such event')

function closedAt({ at, offset }: NonNullable<CompetitionState['closed']>): string {
  return `was closed at ${iso(at)} (0:${offset}): it cannot be changed any more`
}

function invalid(schema: z.ZodType, document: CompetitionDocument, what: string): Refusal | null {
  const checked = schema.safeParse(document)
  return checked.success ? null : refused('invalid', `${what}:\n${z.prettifyError(checked.error)}`)
}

function refused(code: string, message: string): Refusal {
  return { code, message }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

export function isCompetitionEvent(event: AnyEvent): event is CompetitionEvent {
  return competitionEvents.has(event.type)
}

const competitionEvents: ReadonlySet<string> = new Set<CompetitionEvent['type']>([
  'EventAnnounced',
  'EventChartsChosen',
  'EventWindowChanged',
  'EventPointsChanged',
  'EventScoresRecorded',
  'EventClosed',
])

/** A change of a competition: its state after the event at `offset` of the topic `rules`. `at`: ms since 1970. */
export interface CompetitionChange {
  readonly slug: string
  readonly offset: number
  readonly at: number
  readonly state: CompetitionState
}

/** Applies these events in the order of the topic `rules`. Events that change nothing give no change. */
export function competitionChanges(
  before: ReadonlyMap<string, CompetitionState>,
  events: Iterable<{ readonly offset: number; readonly event: CompetitionEvent }>,
): CompetitionChange[] {
  const states = new Map<string, State>(before)
  const changes: CompetitionChange[] = []
  for (const { offset, event } of events) {
    const { key: slug, at } = event
    const known = states.get(slug) ?? unannounced
    const state = apply(competition, known, { ...event, offset })
    if (state === known || state.document === null) continue
    states.set(slug, state)
    changes.push({ slug, offset, at, state })
  }
  return changes
}

/** The competitions by slug, each in its last state. */
export function latestStates(changes: Iterable<CompetitionChange>): Map<string, CompetitionState> {
  return new Map(Array.from(changes, ({ slug, state }) => [slug, state]))
}
