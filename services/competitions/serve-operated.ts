import {
  type CompetitionCommand,
  type CompetitionState,
  competition,
  countedCompetition,
  tooEarlyToClose,
} from '@stepledger/contracts/competition/competition.ts'
import {
  type CompetitionDocument,
  phaseOf,
  timesOf,
} from '@stepledger/contracts/competition/competition-document.ts'
import { isRefusal, preview } from '@stepledger/contracts/decider.ts'
import type { Action } from '@stepledger/contracts/http/action.ts'
import {
  announceCompetition,
  changeCompetitionPoints,
  chooseCompetitionCharts,
  closeCompetition,
  type competitionChanged,
  type competitionChangePlan,
  competitionFileOf,
  getOperatedCompetition,
  hideCompetition,
  listOperatedCompetitions,
  moveCompetitionWindow,
  type OperatedCompetition,
  passCompetitionOn,
  pinCompetition,
  previewCompetition,
  removeCompetitionPicture,
} from '@stepledger/contracts/http/operated-competitions.ts'
import type { Shape } from '@stepledger/contracts/http/route.ts'
import { takePlayOut } from '@stepledger/contracts/http/taken-out-plays.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { conflict, HttpError, invalidField, notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { type ActionCall, serveAction } from '../platform/http/serve-action.ts'
import { type CompetitionChanger, chartsOf, isUnchanged, noMoves, refused } from './change-competition.ts'
import type { CompetitionsDeps } from './deps.ts'
import { deletePoster } from './posters.ts'

const specifyRound = 'Specify the round'

/** The round of a change of window; any for one of the grace period, which is the same for all. */
function movedRound(round: number | undefined, { start, end }: { start?: number; end?: number }): number {
  if (round === undefined && (start !== undefined || end !== undefined))
    throw invalidField('round', specifyRound)
  return round ?? 1
}

/** How long a closing waits for the fold, ms: a command without a server starts a projector meanwhile. */
const foldTimeoutMs = 30_000

/** Serves competitions to operators. The projector closes those that are over. */
export function serveOperated(
  app: FastifyInstance,
  deps: CompetitionsDeps,
  { stateOf, find, shown, planOf, shownMoves, playCommand, namesNone, decide, settled }: CompetitionChanger,
): void {
  const { streams, reads, players, findByAlias, push, now } = deps

  serve(app, listOperatedCompetitions, async () => {
    const states = await streams.all()
    const documents = await shown(states)
    const names = await players.lookUp([...new Set(states.flatMap(({ owner }) => owner ?? []))])
    return states
      .map((state, i) => ({
        ...summaryOf({ ...state, document: itemAt(documents, i) }, now()),
        owner: state.owner && (names.get(state.owner)?.alias ?? state.owner),
      }))
      .sort((a, b) => (a.start < b.start ? 1 : -1))
  })

  serve(app, getOperatedCompetition, async ({ params: { slug } }) =>
    competitionFileOf(itemAt(await shown([await find(slug)]), 0)),
  )

  /** Decides in the name of an operator, whose audit log shows it. */
  async function act(
    { by, signal }: Pick<ActionCall<Shape>, 'by' | 'signal'>,
    { slug, seen }: { readonly slug: string; readonly seen: number },
    command: CompetitionCommand,
  ) {
    const state = await stateOf(slug)
    if (by.reason !== null && state.document !== null) await namesNone(by.reason, state, command)
    const named = { ...command, by: { operator: by.id, reason: by.reason } }
    const offset = await decide(named, { slug, seen, signal })
    push.publish({ kind: 'operations', about: 'audit' })
    return settled(offset, signal)
  }

  serveAction(app, takePlayOut, {
    async plan({ input: { slug, play: playId, undo = false } }) {
      const state = await find(slug)
      return planOf(state, [await playCommand(state, { playId, out: !undo }, 'play')], { unknown: true })
    },
    confirmed: ({ version }, input) => ({ version, input }),
    act: (call, { version }) => {
      const { slug, play: playId, undo = false } = call.input
      return act(call, { slug, seen: version }, { type: 'takeOut', playId, out: !undo })
    },
  })

  type Change = { readonly slug: string; readonly command: CompetitionCommand; readonly unknown: boolean }

  function serveChange<Input extends Shape>(
    action: Action<Input, typeof competitionChangePlan, typeof competitionChanged>,
    changeOf: (input: z.output<Input>) => Change,
  ): void {
    serveAction(app, action, {
      async plan({ input }) {
        const { slug, command, unknown } = changeOf(input)
        const state = command.type === 'announce' ? await stateOf(slug) : await find(slug)
        return planOf(state, [command], { unknown })
      },
      // Not who moves, which every play may change.
      confirmed: ({ version }, input) => ({ version, input }),
      act(call, { version }) {
        const { slug, command } = changeOf(call.input)
        return act(call, { slug, seen: version }, command)
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
    return {
      slug,
      command: { type: 'moveWindow', round: movedRound(round, window), ...window },
      unknown: true,
    }
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
      if (round === undefined && charts !== undefined) throw invalidField('round', specifyRound)
      const commands: CompetitionCommand[] = [
        ...(points === undefined ? [] : [{ type: 'changePoints', points } as const]),
        ...(round === undefined || charts === undefined
          ? []
          : [{ type: 'chooseCharts', round, charts } as const]),
        ...(moves ? [{ type: 'moveWindow', round: movedRound(round, window), ...window } as const] : []),
      ]
      return planOf(await find(slug), commands, { unknown })
    },
  )

  /** Who organises a competition, and who finds it. */
  function serveStanding<Input extends z.ZodType<{ slug: string }>>(
    action: Action<Input, typeof hideCompetition.answer.shape.plan, typeof competitionChanged>,
    commandOf: (input: z.output<Input>) => Promise<CompetitionCommand> | CompetitionCommand,
    afterwards: (before: CompetitionDocument) => Promise<void> = async () => {},
  ): void {
    serveAction(app, action, {
      async plan({ input }) {
        const state = await find(input.slug)
        const after = preview(competition, state, await commandOf(input), now())
        if (isRefusal(after)) throw refused(after)
        return { version: state.version, name: itemAt(await shown([state]), 0).name }
      },
      confirmed: ({ version }, input) => ({ version, input }),
      async act(call, { version }) {
        const { slug } = call.input
        const [before] = await shown([await find(slug)])
        const done = await act(call, { slug, seen: version }, await commandOf(call.input))
        if (before) await afterwards(before)
        return done
      },
    })
  }

  serveStanding(hideCompetition, ({ undo = false }) => ({ type: 'list', hidden: !undo }))
  serveStanding(pinCompetition, ({ undo = false }) => ({ type: 'list', pinned: !undo }))
  serveStanding(
    removeCompetitionPicture,
    () => ({ type: 'list', pictureRemoved: true }),
    async ({ picture }) => {
      if (picture !== undefined) await deletePoster(deps, picture)
    },
  )
  serveStanding(passCompetitionOn, async ({ alias }) => {
    if (alias === undefined) return { type: 'passOn', owner: null }
    const owner = await findByAlias(alias)
    if (owner === null) throw notFound(`Nobody is called ${alias}`)
    return { type: 'passOn', owner }
  })

  async function count(state: CompetitionState, signal: AbortSignal) {
    const counted = await reads.countScores(countedCompetition(state), { signal, timeoutMs: foldTimeoutMs })
    if (counted) return counted
    throw new HttpError(
      503,
      'Not all plays are folded yet, or the standings are not up to date: see `ledger status`. Nothing was closed',
      { headers: { 'retry-after': '5' } },
    )
  }

  serveAction(app, closeCompetition, {
    async plan({ input: { slug }, signal }) {
      const state = await find(slug)
      const { document, version, closed: before } = state
      const early = tooEarlyToClose(document, now())
      if (early) throw refused(early)
      const counted = await count(state, signal)
      const { scores, charts, digest } = counted.closed
      if (before?.digest === digest)
        throw conflict(`${slug} is closed (0:${before.offset}), and nothing has changed since`)
      const moves = before ? await reads.movesSinceClosing(document, before.closing, counted) : noMoves
      return {
        version,
        scores,
        charts,
        parked: counted.parked.count,
        parkedEvents: [...counted.parked.first],
        digest,
        ...(await shownMoves(itemAt(await shown([state]), 0), moves)),
      }
    },
    async act(call, { version, digest }) {
      const { slug } = call.input
      const closing = await count(await find(slug), call.signal)
      if (closing.closed.digest !== digest) throw conflict('The scores have changed. Look at them again.')
      return act(call, { slug, seen: version }, { type: 'close', now: now(), closing })
    },
  })
}

function summaryOf(
  { document, hidden, pinned, closed, offset }: CompetitionState,
  now: number,
): Omit<OperatedCompetition, 'owner'> {
  const { slug, name, rounds, access, picture } = document
  const { start, end } = timesOf(document)
  return {
    slug,
    name,
    phase: closed ? 'closed' : phaseOf({ start, end }, now),
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    rounds: rounds.length,
    charts: chartsOf(document).length,
    closed: closed && new Date(closed.at).toISOString(),
    access,
    hidden,
    pinned,
    pictureUrl: picture === undefined ? null : `/media/${picture}`,
    offset,
  }
}
