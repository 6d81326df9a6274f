import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type Closing,
  type CompetitionCommand,
  type CompetitionState,
  competition,
  tooEarlyToClose,
} from '@stepledger/contracts/competition/competition.ts'
import { type CompetitionDocument, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { isRefusal, preview, type Refusal } from '@stepledger/contracts/decider.ts'
import type { Action } from '@stepledger/contracts/http/action.ts'
import {
  announceCompetition,
  type CompetitionMovesShown,
  changeCompetitionPoints,
  chooseCompetitionCharts,
  closeCompetition,
  type competitionChanged,
  type competitionChangePlan,
  competitionFileOf,
  differencesShown,
  getOperatedCompetition,
  listOperatedCompetitions,
  moveCompetitionWindow,
  type OperatedCompetition,
  previewCompetition,
} from '@stepledger/contracts/http/operated-competitions.ts'
import type { Shape } from '@stepledger/contracts/http/route.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import type { CompetitionMoves } from '@stepledger/contracts/rules/rules-report.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { CompetitionStreams } from '../competition-streams.ts'
import { type Handle, StreamBusyError, UnconfirmedDecisionError } from '../platform/decisions/handle.ts'
import { conflict, HttpError, invalidField, notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { type ActionCall, serveAction } from '../platform/http/serve-action.ts'
import type { Push } from '../platform/push/push.ts'

/** Reads from the live generation and of closings; `services/live-reads.ts` implements them. */
export interface CompetitionReads {
  /** Those of these charts that a play or a pack contains. `described`: a pack does. */
  knownCharts(
    hashes: readonly string[],
  ): Promise<readonly { hash: string; title: string; described: boolean }[]>
  /** The names of the scoring systems in force; null before the first generation. */
  systems(): readonly string[] | null
  /** Who moves in the standings. `before`: null if it is not announced yet. */
  moves(before: CompetitionDocument | null, after: CompetitionDocument): Promise<CompetitionMoves>
  /** Counts the scores once everything now in the ledger is folded and the standings are settled. Null on a timeout. */
  countScores(
    document: CompetitionDocument,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<(Closing & { readonly parked: number }) | null>
  /** Who moves against the scores that a closing recorded, without players erased since. */
  movesSinceClosing(
    document: CompetitionDocument,
    closing: string,
    counted: Pick<Closing, 'records'>,
  ): Promise<CompetitionMoves>
  /** Whether the standings include this offset of the topic `rules`. */
  areSettled(offset: number): Promise<boolean>
}

interface CompetitionsDeps {
  readonly handle: Handle
  readonly streams: CompetitionStreams
  readonly reads: CompetitionReads
  readonly players: Pick<PlayerDirectory, 'lookUp'>
  readonly push: Pick<Push, 'publish'>
  /** ms since 1970. */
  readonly now: () => number
}

type State = typeof competition.initial

/** How long a closing waits for the fold, ms: a command without a server starts a projector meanwhile. */
const foldTimeoutMs = 30_000
/** How long an answer waits for the standings, ms, and its polling interval. */
const standingsTimeoutMs = 10_000
const pollMs = 50

/** Serves competitions to operators. What players see of them is in `query`; the projector closes those that are over. */
export async function competitions(app: FastifyInstance, deps: CompetitionsDeps): Promise<void> {
  const { handle, streams, reads, players, push, now } = deps

  const stateOf = async (slug: string): Promise<State> =>
    (await streams.read([slug]))[0] ?? competition.initial
  const find = async (slug: string): Promise<CompetitionState> => {
    const state = await stateOf(slug)
    if (state.document === null) throw notFound(`There is no event ${slug}`)
    return state
  }

  serve(app, listOperatedCompetitions, async () =>
    (await streams.all())
      .map((state) => summaryOf(state, now()))
      .sort((a, b) => (a.start < b.start ? 1 : -1)),
  )

  serve(app, getOperatedCompetition, async ({ params: { slug } }) =>
    competitionFileOf((await find(slug)).document),
  )

  /** Throws HttpError, also if nothing would change. `unknown`: allows charts that no play and no pack contains. */
  async function planOf(before: State, commands: readonly CompetitionCommand[], unknown: boolean) {
    let state = before
    for (const command of commands) {
      const after = preview(competition, state, command, now())
      if (isRefusal(after)) throw refused(after)
      state = after
    }
    const [old, document] = [before.document, state.document]
    if (document === null) throw new Error('a command announced nothing')
    if (isDeepStrictEqual(old, document))
      throw conflict(`Nothing would change: ${document.slug} is like this since 0:${before.offset}`)
    const changed = old ? differences(competitionFileOf(old), competitionFileOf(document)) : []
    const more = changed.length - differencesShown
    return {
      version: before.version,
      differences: [...changed.slice(0, differencesShown), ...(more > 0 ? [`and ${more} more`] : [])],
      warnings: [...(await chartWarnings(old, document, unknown)), ...boardWarnings(document)],
      ...(await shownMoves(document, await reads.moves(old, document))),
    }
  }

  async function chartWarnings(
    before: CompetitionDocument | null,
    after: CompetitionDocument,
    unknown: boolean,
  ): Promise<string[]> {
    const previous = new Set(chartsOf(before))
    const charts = [...new Set(chartsOf(after))].filter((chart) => !previous.has(chart))
    const known = new Map((await reads.knownCharts(charts)).map((chart) => [chart.hash, chart]))
    const missing = charts.filter((chart) => !known.has(chart))
    if (missing.length > 0 && !unknown)
      throw invalidField(
        'unknown',
        `No play or pack contains ${missing.join(', ')}: add the pack first, or allow unknown charts`,
      )
    return charts.flatMap((chart) => {
      const found = known.get(chart)
      if (!found) return [`No play or pack contains ${chart}.`]
      return found.described ? [] : [`No pack contains ${found.title} (${chart}): known from plays only.`]
    })
  }

  function boardWarnings({ boards }: CompetitionDocument): string[] {
    const systems = reads.systems() ?? boards
    return boards
      .filter((board) => !systems.includes(board))
      .map((board) => `The rules in force have no system ${board}: no points are awarded on that board.`)
  }

  async function shownMoves(
    { rounds }: CompetitionDocument,
    moved: CompetitionMoves,
  ): Promise<CompetitionMovesShown> {
    const names = await players.lookUp([...new Set(moved.moves.map(({ player }) => player))])
    return {
      players: moved.players,
      leaderboards: moved.boards.map(({ board, ...counts }) => ({ leaderboard: board, ...counts })),
      moves: moved.moves.map(({ board, player, before, after }) => ({
        leaderboard: board,
        user: { id: player, alias: names.get(player)?.alias ?? null },
        rankBefore: before?.rank ?? null,
        rankAfter: after?.rank ?? null,
        pointsBefore: before?.points ?? 0,
        pointsAfter: after?.points ?? 0,
      })),
      rounds: moved.rounds.flatMap((round, i) =>
        round.players === 0 ? [] : [{ round: rounds[i]?.name ?? `Round ${i + 1}`, players: round.players }],
      ),
    }
  }

  /** Takes a decision on the version that was planned, and waits for the standings. */
  async function decide(
    { by, signal }: Pick<ActionCall<Shape>, 'by' | 'signal'>,
    { slug, seen }: { readonly slug: string; readonly seen: number },
    command: CompetitionCommand,
  ) {
    const named = { ...command, by: { operator: by.id, reason: by.reason } }
    const decided = await handle(streams, slug, named, { at: now(), seen, signal }).catch(notSaved)
    if (isRefusal(decided)) throw refused(decided)
    push.publish({ kind: 'operations', about: 'audit' })
    const { offset } = decided
    const deadline = performance.now() + standingsTimeoutMs
    let shown = await reads.areSettled(offset)
    while (!shown && performance.now() < deadline) {
      await sleep(pollMs, undefined, { signal })
      shown = await reads.areSettled(offset)
    }
    return { offset, shown }
  }

  type Change = { readonly slug: string; readonly command: CompetitionCommand; readonly unknown: boolean }

  function serveChange<Input extends Shape>(
    action: Action<Input, typeof competitionChangePlan, typeof competitionChanged>,
    changeOf: (input: z.output<Input>) => Change,
  ): void {
    serveAction(app, action, {
      async plan({ input }) {
        const { slug, command, unknown } = changeOf(input)
        return planOf(await stateOf(slug), [command], unknown)
      },
      // Not who moves, which every play may change.
      confirmed: ({ version }, input) => ({ version, input }),
      act(call, { version }) {
        const { slug, command } = changeOf(call.input)
        return decide(call, { slug, seen: version }, command)
      },
    })
  }

  serveChange(announceCompetition, ({ document, unknown = false }) => ({
    slug: document.slug,
    command: { type: 'announce', document },
    unknown,
  }))
  serveChange(chooseCompetitionCharts, ({ slug, round, charts, unknown = false }) => ({
    slug,
    command: { type: 'chooseCharts', round, charts },
    unknown,
  }))
  serveChange(moveCompetitionWindow, ({ slug, round, ...window }) => {
    if (isUnchanged(window)) throw invalidField('start', 'Specify a start, an end or a grace period')
    return { slug, command: { type: 'moveWindow', round, ...window }, unknown: true }
  })
  serveChange(changeCompetitionPoints, ({ slug, points }) => ({
    slug,
    command: { type: 'changePoints', points },
    unknown: true,
  }))

  serve(
    app,
    previewCompetition,
    async ({ body: { slug, points, round, charts, unknown = false, ...window } }) => {
      const moves = !isUnchanged(window)
      if (points === undefined && charts === undefined && !moves)
        throw invalidField('points', 'Specify points, charts, a start, an end or a grace period')
      if (round === undefined && (charts !== undefined || moves))
        throw invalidField('round', 'Specify the round')
      const commands: CompetitionCommand[] = [
        ...(points === undefined ? [] : [{ type: 'changePoints', points } as const]),
        ...(round === undefined || charts === undefined
          ? []
          : [{ type: 'chooseCharts', round, charts } as const]),
        ...(round === undefined || !moves ? [] : [{ type: 'moveWindow', round, ...window } as const]),
      ]
      return planOf(await find(slug), commands, unknown)
    },
  )

  async function count(document: CompetitionDocument, signal: AbortSignal) {
    const counted = await reads.countScores(document, { signal, timeoutMs: foldTimeoutMs })
    if (counted) return counted
    throw new HttpError(
      503,
      'Not all plays are folded yet, or the standings are not up to date: see `ledger status`. Nothing was closed',
      { headers: { 'retry-after': '5' } },
    )
  }

  serveAction(app, closeCompetition, {
    async plan({ input: { slug }, signal }) {
      const { document, version, closed: before } = await find(slug)
      const early = tooEarlyToClose(document, now())
      if (early) throw refused(early)
      const counted = await count(document, signal)
      const { scores, charts, digest } = counted.closed
      if (before?.digest === digest)
        throw conflict(`${slug} is closed (0:${before.offset}), and nothing has changed since`)
      const moves = before
        ? await reads.movesSinceClosing(document, before.closing, counted)
        : { boards: [], players: 0, moves: [], rounds: [] }
      return {
        version,
        scores,
        charts,
        parked: counted.parked,
        digest,
        ...(await shownMoves(document, moves)),
      }
    },
    async act(call, { version, digest }) {
      const { slug } = call.input
      const { document } = await find(slug)
      const closing = await count(document, call.signal)
      if (closing.closed.digest !== digest) throw conflict('The scores have changed. Look at them again.')
      return decide(call, { slug, seen: version }, { type: 'close', now: now(), closing })
    },
  })
}

function summaryOf({ document, closed, offset }: CompetitionState, now: number): OperatedCompetition {
  const { slug, name, rounds } = document
  const { start, end } = timesOf(document)
  return {
    slug,
    name,
    phase: closed ? 'closed' : now < start ? 'before' : now < end ? 'running' : 'over',
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    rounds: rounds.length,
    charts: chartsOf(document).length,
    closed: closed && new Date(closed.at).toISOString(),
    offset,
  }
}

function chartsOf(document: CompetitionDocument | null): string[] {
  return document?.rounds.flatMap(({ charts }) => charts) ?? []
}

function isUnchanged(window: object): boolean {
  return Object.values(window).every((value) => value === undefined)
}

function refused({ code, message }: Refusal): HttpError {
  if (code === 'unknown') return notFound(message)
  return code === 'no-such-round' || code === 'invalid' ? invalidField('round', message) : conflict(message)
}

function notSaved(cause: unknown): never {
  const headers = { 'retry-after': '5' }
  if (cause instanceof StreamBusyError)
    throw new HttpError(
      503,
      'Another operator is changing this event right now. Nothing was done: please try again.',
      { headers },
      { cause },
    )
  if (cause instanceof UnconfirmedDecisionError)
    throw new HttpError(
      503,
      'The connection to the database was lost while the change was saved. Look at the event, and try again unless it has changed.',
      { headers },
      { cause },
    )
  throw cause
}
