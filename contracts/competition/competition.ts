import { z } from 'zod'
import { apply, type Decided, type Decider, isRefusal, type Recorded, type Refusal } from '../decider.ts'
import type { AnyEvent } from '../events/registry.ts'
import { playerId } from '../ids.ts'
import {
  type CompetitionAccess,
  type CompetitionDocument,
  type CompetitionRound,
  competitionDocument,
  isInLists,
  isOpen,
  lengthOf,
  maxTakenOut,
  newCompetitionDocument,
  timesOf,
} from './competition-document.ts'
import type { ChangedBy, CompetitionEvent, EventClosed, EventScoresRecorded } from './events.ts'
import type { PointsFormula } from './points-formula.ts'
import type { PosterColour } from './poster.ts'
import {
  changedWords,
  mapWords,
  type SealedText,
  type StoredBy,
  stored,
  storedBy,
  storedWords,
  type WordsChange,
} from './words.ts'

/**
 * A competition as its events leave it. `owner`: the player who organises it; null: the site. `by`: who changed it last;
 * null: the server. Read models of the release before have no owners.
 */
export const competitionState = z.object({
  version: z.int(),
  document: competitionDocument,
  owner: playerId.nullable().default(null),
  organisers: z.array(playerId).default([]),
  words: storedWords.nullable().default(null),
  hidden: z.boolean().default(false),
  pinned: z.boolean().default(false),
  /** The plays that organisers took out, by id, ascending. */
  takenOut: z.array(z.int()).default([]),
  by: storedBy.default(null),
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

/** What decides which plays count, and for how many points. */
export type CountedCompetition = CompetitionDocument & Pick<CompetitionState, 'takenOut'>

export function countedCompetition({
  document,
  takenOut,
}: Pick<CompetitionState, 'document' | 'takenOut'>): CountedCompetition {
  return { ...document, takenOut }
}

interface Unannounced extends Omit<CompetitionState, 'document' | 'closed'> {
  readonly document: null
  readonly closed: null
}
const unannounced: Unannounced = {
  version: 0,
  offset: -1,
  document: null,
  owner: null,
  organisers: [],
  words: null,
  hidden: false,
  pinned: false,
  takenOut: [],
  by: null,
  closed: null,
}
type State = CompetitionState | Unannounced

/** What organisers can't go beyond. `days`: from the first start to the last end. */
interface OrganisersLimits {
  readonly charts: number
  readonly days: number
}

/**
 * Times: ms since 1970. Rounds are numbered from 1. `by`: absent if the server decides. `limits`: of organisers.
 * - publish: `document` has their words, which are sealed in `words`
 * - chooseCharts: without `now`, as of operators, also of a round that has begun
 * - changeRules, changePoster, passOn, list: what is left out stays. `picture` null: none any more
 * - leave: of a player whose account is deleted; a co-organiser follows as the owner, else the site
 */
export type CompetitionCommand = { readonly by?: ChangedBy; readonly limits?: OrganisersLimits } & (
  | { readonly type: 'announce'; readonly document: CompetitionDocument }
  | {
      readonly type: 'publish'
      readonly document: CompetitionDocument
      readonly owner: string
      readonly words: Required<WordsChange>
    }
  | {
      readonly type: 'chooseCharts'
      readonly now?: number
      readonly round: number
      readonly charts: readonly string[]
    }
  | ({ readonly type: 'moveWindow'; readonly round: number } & WindowChange)
  | { readonly type: 'changePoints'; readonly points: PointsFormula }
  | { readonly type: 'changeWords'; readonly words: WordsChange }
  | ({ readonly type: 'changeRules'; readonly now: number; readonly round: number } & RulesChange)
  | {
      readonly type: 'changePoster'
      readonly access?: CompetitionAccess
      readonly colour?: PosterColour
      readonly picture?: SealedText | null
    }
  | { readonly type: 'passOn'; readonly owner?: string | null; readonly organisers?: readonly string[] }
  | { readonly type: 'leave'; readonly player: string }
  | {
      readonly type: 'list'
      readonly hidden?: boolean
      readonly pinned?: boolean
      readonly pictureRemoved?: true
    }
  | { readonly type: 'takeOut'; readonly playId: number; readonly out: boolean }
  | { readonly type: 'close'; readonly now: number; readonly closing: Closing }
)

type RulesChange = Partial<Pick<CompetitionRound, 'attempts' | 'counted' | 'cmod'>>

/** What stays the same is left out. `grace`: seconds. */
interface WindowChange {
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
 * closed competition changes only by another closing, and in who organises and finds it.
 */
function evolve(state: State, event: Event & Recorded): State {
  if (event.type === 'EventScoresRecorded') return state
  const by = byOf(event.data.by)
  if (event.type === 'EventAnnounced') {
    if (state.closed) return state
    const { document, owner, words } = event.data
    return { ...state, document, owner, words: words && mapWords(words, stored), by, closed: null }
  }
  if (state.document === null) return state
  switch (event.type) {
    case 'EventClosed': {
      const { slug: _, by: __, ...closed } = event.data
      return { ...state, by, closed: { ...closed, offset: event.offset, at: event.at } }
    }
    case 'EventOrganisersChanged': {
      const { owner, organisers } = event.data
      return { ...state, owner, organisers, by }
    }
    case 'EventListingChanged': {
      const { hidden, pinned, pictureRemoved } = event.data
      return { ...state, ...(pictureRemoved && withoutPicture(state)), hidden, pinned, by }
    }
    case 'EventPlayTakenOut': {
      const { playId, out } = event.data
      const others = state.takenOut.filter((id) => id !== playId)
      const takenOut = out ? [...others, playId].sort((a, b) => a - b) : others
      return state.closed ? state : { ...state, takenOut, by }
    }
  }
  const document = competitionDocument.safeParse(changedDocument(state.document, event))
  return state.closed || !document.success ? state : { ...state, document: document.data, by }
}

function hasPicture({ document, words }: CompetitionState): boolean {
  return document.picture !== undefined || words?.picture !== undefined
}

function withoutPicture({ document, words }: CompetitionState): Pick<CompetitionState, 'document' | 'words'> {
  const { picture: _, ...plain } = document
  if (words === null) return { document: plain, words }
  const { picture: __, ...others } = words
  return { document: plain, words: others }
}

function byOf(by: ChangedBy | undefined): StoredBy {
  if (by === undefined || 'operator' in by) return by ?? null
  const { organiser, reason } = by
  return { organiser, reason: reason && Buffer.from(reason).toString('base64') }
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
  if (command.type === 'close') return close(state, command)
  if (command.type === 'publish') return publish(state, command)
  if (state.document !== null && command.by && 'organiser' in command.by) {
    const refusal = notOrganisedBy(state, command.by.organiser, command.type)
    if (refusal) return refusal
  }
  if (command.type === 'list' || command.type === 'passOn') return changeStanding(state, command)
  if (command.type === 'leave') return leave(state, command)
  if (state.closed) return refused('closed', `${state.document.slug} ${closedAt(state.closed)}`)
  if (command.type === 'announce') return announce(state, command)
  if (state.document === null) return unknown
  if (command.type === 'changeWords') return changeWords(state, command)
  if (command.type === 'changeRules') return changeRules(state, command)
  if (command.type === 'changePoster') {
    const { access = state.document.access, colour = state.document.colour, picture, by } = command
    // Who takes part stays as players were told when they joined.
    if (access !== state.document.access && !(isOpen(access) && isOpen(state.document.access)))
      return refused('invalid', 'access: who takes part cannot be changed after publishing')
    return announceAgain(
      state,
      { ...state.document, access, colour },
      by,
      picture === undefined ? {} : { picture },
    )
  }
  if (command.type === 'takeOut') return takeOut(state, command)
  const change = changeOf(state.document, command)
  if (isRefusal(change)) return change
  const after = changedDocument(state.document, change)
  // A competition that is longer than the limit can be shortened a round at a time.
  const schema = lengthOf(after) > lengthOf(state.document) ? newCompetitionDocument : competitionDocument
  const what =
    command.type === 'moveWindow'
      ? `Round ${command.round} of ${after.slug} cannot have this window`
      : `${after.slug} cannot be changed like this`
  return invalid(schema, after, what) ?? beyondLimits(command.limits, state.document, after) ?? [change]
}

function announce(
  { document: before, owner, words }: State,
  { document, by }: Extract<CompetitionCommand, { type: 'announce' }>,
): readonly Event[] | Refusal {
  // The document would contain the words of players in clear text.
  if (before && (owner !== null || words !== null))
    return refused(
      'not-of-site',
      `${before.slug} is by a player: change its charts, windows and points alone`,
    )
  // Those of the site have no organisers who invite or accept.
  if (!isOpen(document.access))
    return refused('invalid', `${document.slug} is by the site, so its access must be everybody or address`)
  return (
    invalid(newCompetitionDocument, document, `${document.slug} cannot be announced like this`) ?? [
      { type: 'EventAnnounced', data: { document, owner: null, words: null, by } },
    ]
  )
}

function publish(
  { document: before }: State,
  { document, owner, words, limits, by }: Extract<CompetitionCommand, { type: 'publish' }>,
): readonly Event[] | Refusal {
  if (before) return refused('taken', `There is an event ${document.slug} already`)
  const refusal =
    invalid(newCompetitionDocument, document, `${document.slug} cannot be published like this`) ??
    beyondLimits(limits, null, document)
  return refusal ?? [{ type: 'EventAnnounced', data: { ...changedWords(document, null, words), owner, by } }]
}

function changeWords(
  state: CompetitionState,
  { words: change, by }: Extract<CompetitionCommand, { type: 'changeWords' }>,
): readonly Event[] | Refusal {
  const { document } = state
  if (change.rounds && change.rounds.length !== document.rounds.length)
    return refused('invalid', `${document.slug} has ${roundsOf(document)}`)
  return announceAgain(state, document, by, change)
}

function changeRules(
  state: CompetitionState,
  command: Extract<CompetitionCommand, { type: 'changeRules' }>,
): readonly Event[] | Refusal {
  const { round, now, by } = command
  const before = state.document.rounds[round - 1]
  if (!before) return refused('no-such-round', `${state.document.slug} has ${roundsOf(state.document)}`)
  if (before.start <= now) return begun(round, 'rules')
  const { attempts = before.attempts, counted = before.counted, cmod = before.cmod } = command
  return announceAgain(state, withRound(state.document, round, { attempts, counted, cmod }), by)
}

/** Players of a round that has begun have chosen what to play, and how. */
function begun(round: number, what: 'charts' | 'rules'): Refusal {
  return refused('begun', `Round ${round} has begun. Its ${what} can't be changed any more.`)
}

function announceAgain(
  { owner, words }: CompetitionState,
  document: CompetitionDocument,
  by: ChangedBy | undefined,
  change: WordsChange = {},
): Event[] {
  return [{ type: 'EventAnnounced', data: { ...changedWords(document, words, change), owner, by } }]
}

function takeOut(
  { document: { slug }, takenOut }: CompetitionState,
  { playId, out, by }: Extract<CompetitionCommand, { type: 'takeOut' }>,
): readonly Event[] | Refusal {
  if (takenOut.includes(playId) === out)
    return refused(
      'unchanged',
      out ? `Play ${playId} was taken out already` : `Play ${playId} was not taken out`,
    )
  if (out && takenOut.length >= maxTakenOut)
    return refused('too-many', `Up to ${maxTakenOut} plays can be taken out of an event`)
  return [{ type: 'EventPlayTakenOut', data: { slug, playId, out, by } }]
}

function changeStanding(
  state: State,
  command: Extract<CompetitionCommand, { type: 'list' | 'passOn' }>,
): readonly Event[] | Refusal {
  if (state.document === null) return unknown
  const { slug } = state.document
  const { by } = command
  if (command.type === 'list') {
    const { hidden = state.hidden, pinned = state.pinned, pictureRemoved } = command
    if (pictureRemoved && !hasPicture(state)) return refused('unchanged', `${slug} has no picture`)
    if (!pictureRemoved && hidden === state.hidden && pinned === state.pinned)
      return refused('unchanged', `${slug} is like this already`)
    return [
      {
        type: 'EventListingChanged',
        data: { slug, hidden, pinned, ...(pictureRemoved && { pictureRemoved }), by },
      },
    ]
  }
  const owner = command.owner === undefined ? state.owner : command.owner
  const organisers = [...new Set(command.organisers ?? state.organisers)].filter((id) => id !== owner)
  const isSame = organisers.length === state.organisers.length
  if (owner === state.owner && isSame && organisers.every((id) => state.organisers.includes(id)))
    return refused('unchanged', `${slug} is organised like this already`)
  return [{ type: 'EventOrganisersChanged', data: { slug, owner, organisers, by } }]
}

function leave(
  state: State,
  { player, by }: Extract<CompetitionCommand, { type: 'leave' }>,
): readonly Event[] | Refusal {
  const others = state.organisers.filter((id) => id !== player)
  const [next = null, ...rest] = others
  return state.owner === player
    ? changeStanding(state, { type: 'passOn', owner: next, organisers: rest, ...(by && { by }) })
    : changeStanding(state, { type: 'passOn', organisers: others, ...(by && { by }) })
}

/** Only the owner changes who organises it, and only operators who finds it. */
function notOrganisedBy(
  { document: { slug }, owner, organisers, closed }: CompetitionState,
  player: string,
  what: CompetitionCommand['type'],
): Refusal | null {
  const isTheirs = player === owner || (organisers.includes(player) && what !== 'passOn')
  if (!isTheirs || what === 'list' || what === 'announce')
    return refused('not-yours', `Only ${what === 'passOn' ? 'its owner' : 'its organisers'} can change this`)
  return closed ? refused('closed', `${slug} ${closedAt(closed)}`) : null
}

/** What was beyond a limit before may stay, or come closer to it. */
function beyondLimits(
  limits: OrganisersLimits | undefined,
  before: CompetitionDocument | null,
  after: CompetitionDocument,
): Refusal | null {
  if (!limits) return null
  const chartsOf = (document: CompetitionDocument) =>
    document.rounds.reduce((sum, { charts }) => sum + charts.length, 0)
  const grows = (count: (document: CompetitionDocument) => number, max: number) =>
    count(after) > max && (before === null || count(after) > count(before))
  if (grows(chartsOf, limits.charts))
    return refused('limit', `An event can have up to ${limits.charts} charts`)
  if (grows(lengthOf, limits.days * 86_400_000))
    return refused('limit', `An event can last up to ${limits.days} days`)
  return null
}

function roundsOf({ rounds }: CompetitionDocument): string {
  return rounds.length === 1 ? 'one round' : `rounds 1 to ${rounds.length}`
}

function changeOf(
  document: CompetitionDocument,
  command: Extract<CompetitionCommand, { type: 'chooseCharts' | 'moveWindow' | 'changePoints' }>,
): DocumentChange | Refusal {
  const { slug, rounds, grace } = document
  const { by } = command
  if (command.type === 'changePoints')
    return { type: 'EventPointsChanged', data: { slug, points: command.points, by } }
  const { round } = command
  const before = rounds[round - 1]
  if (!before) return refused('no-such-round', `${slug} has ${roundsOf(document)}`)
  if (command.type === 'chooseCharts') {
    const { now, charts } = command
    return now !== undefined && before.start <= now
      ? begun(round, 'charts')
      : { type: 'EventChartsChosen', data: { slug, round, charts: [...charts], by } }
  }
  const window = { start: command.start ?? before.start, end: command.end ?? before.end }
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
  return checked.success
    ? null
    : refused('invalid', [`${what}:`, ...checked.error.issues.map(described)].join('\n'))
}

function described({ path, message }: z.core.$ZodIssue): string {
  return [z.core.toDotPath(path), message].filter((part) => part !== '').join(' ')
}

function refused(code: string, message: string): Refusal {
  return { code, message }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** Whether lists contain it. */
export function isListed({ document, hidden }: Pick<CompetitionState, 'document' | 'hidden'>): boolean {
  return !hidden && isInLists(document.access)
}

export function isCompetitionEvent(event: AnyEvent): event is CompetitionEvent {
  return competitionEvents.has(event.type)
}

const competitionEvents: ReadonlySet<string> = new Set<CompetitionEvent['type']>([
  'EventAnnounced',
  'EventChartsChosen',
  'EventWindowChanged',
  'EventPointsChanged',
  'EventOrganisersChanged',
  'EventListingChanged',
  'EventPlayTakenOut',
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
