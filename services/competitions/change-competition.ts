import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type CompetitionCommand,
  type CompetitionState,
  competition,
  countedCompetition,
} from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { describedChanges } from '@stepledger/contracts/competition/described-changes.ts'
import { authorsOf, hasLostName, type Keys, withWords } from '@stepledger/contracts/competition/words.ts'
import { isRefusal, preview, type Refusal } from '@stepledger/contracts/decider.ts'
import {
  type CompetitionMovesShown,
  competitionFileOf,
  differencesShown,
} from '@stepledger/contracts/http/operated-competitions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import type { CompetitionMoves } from '@stepledger/contracts/rules/rules-report.ts'
import { z } from 'zod'
import { changedMeanwhile, StreamBusyError, UnconfirmedDecisionError } from '../platform/decisions/handle.ts'
import { conflict, forbidden, HttpError, invalidField, notFound } from '../platform/http/http-error.ts'
import type { CompetitionsDeps } from './deps.ts'

type State = typeof competition.initial

/** How long an answer waits for the standings, ms, and its polling interval. */
const standingsTimeoutMs = 10_000
const pollMs = 50

export type CompetitionChanger = ReturnType<typeof competitionChanger>

/** Reads, plans and decides changes of competitions, for operators and organisers alike. */
export function competitionChanger({
  database,
  handle,
  streams,
  reads,
  players,
  findByAliases,
  authentication,
  now,
}: Pick<
  CompetitionsDeps,
  'database' | 'handle' | 'streams' | 'reads' | 'players' | 'findByAliases' | 'authentication' | 'now'
>) {
  async function stateOf(slug: string): Promise<State> {
    return (await streams.read([slug]))[0] ?? competition.initial
  }

  /** Throws 404. */
  async function find(slug: string): Promise<CompetitionState> {
    const state = await stateOf(slug)
    if (state.document === null) throw notFound(`There is no event ${slug}`)
    return state
  }

  async function keysOf(states: readonly Pick<State, 'words' | 'by'>[]): Promise<Keys> {
    const keys = new Map<string, Uint8Array>()
    for (const author of new Set(states.flatMap(authorsOf))) {
      const secrets = await authentication.secretsOf(author)
      if (secrets) keys.set(author, secrets.sealingKey)
    }
    return keys
  }

  /** The documents with the words of players, which are sealed in the states. */
  async function shown(states: readonly CompetitionState[]): Promise<CompetitionDocument[]> {
    const keys = await keysOf(states)
    const lost = states.filter((state) => hasLostName(state, keys)).map(({ document }) => document.slug)
    const names = lost.length === 0 ? [] : await keptNames(lost)
    return states.map(({ document, words }) => {
      const shown = withWords(document, words, keys)
      return { ...shown, name: names.find(({ slug }) => slug === shown.slug)?.name ?? shown.name }
    })
  }

  /** Of competitions whose authors were erased. */
  async function keptNames(slugs: readonly string[]) {
    const { rows } = await database.pool.query(
      'SELECT slug, name FROM accounts.kept_names WHERE slug = ANY($1)',
      [slugs],
    )
    return z.array(z.object({ slug: z.string(), name: z.string() })).parse(rows)
  }

  /**
   * Throws HttpError, also if nothing would change. `unknown`: allows charts that no play and no pack contains. `inWords`:
   * what changes is said as in the history, otherwise by the fields of the document.
   */
  async function planOf(
    before: State,
    commands: readonly CompetitionCommand[],
    { unknown, inWords = false }: { readonly unknown: boolean; readonly inWords?: boolean },
  ) {
    let state = before
    for (const command of commands) {
      const after = preview(competition, state, command, now())
      if (isRefusal(after)) throw refused(after)
      state = after
    }
    if (state.document === null) throw new Error('a command announced nothing')
    const [document = state.document, old = null] = await shown(
      before.document === null ? [state] : [state, before],
    )
    const changed = old
      ? [
          ...(inWords
            ? await inWordsOf(old, document)
            : [
                ...differences(withoutPicture(old), withoutPicture(document)),
                ...pictureChange(old, document),
              ]),
          ...(await transfer(before, state)),
          ...takenOutChanges(before, state),
        ]
      : []
    if (old && changed.length === 0 && isDeepStrictEqual(old, document))
      throw conflict(`Nothing would change: ${document.slug} is like this since 0:${before.offset}`)
    const more = changed.length - differencesShown
    const isCountedAlike =
      isDeepStrictEqual(before.document, state.document) && isDeepStrictEqual(before.takenOut, state.takenOut)
    const moved = isCountedAlike
      ? noMoves
      : await reads.moves(
          old && countedCompetition({ document: old, takenOut: before.takenOut }),
          countedCompetition({ document, takenOut: state.takenOut }),
        )
    return {
      version: before.version,
      differences: [...changed.slice(0, differencesShown), ...(more > 0 ? [`and ${more} more`] : [])],
      warnings: [...(await chartWarnings(old, document, unknown)), ...boardWarnings(document)],
      ...(await shownMoves(document, moved)),
    }
  }

  async function inWordsOf(before: CompetitionDocument, after: CompetitionDocument): Promise<string[]> {
    const charts = [...new Set([before, after].flatMap(chartsOf))]
    const titles = new Map((await reads.knownCharts(charts)).map(({ hash, title }) => [hash, title]))
    return describedChanges(before, after, (hash) => titleOrUnknown(titles.get(hash) ?? hash))
  }

  /** Who organises it then, by alias. */
  async function transfer(before: State, after: State): Promise<string[]> {
    const names = await players.lookUp(
      [before.owner, after.owner, ...before.organisers, ...after.organisers].flatMap((id) => id ?? []),
    )
    const aliasOf = (id: string) => names.get(id)?.alias ?? 'a deleted account'
    const ownerOf = ({ owner }: State) => (owner === null ? 'the site' : aliasOf(owner))
    const othersOf = ({ organisers }: State) => organisers.map(aliasOf).sort().join(', ') || 'nobody'
    return [
      ...(before.owner === after.owner ? [] : [`owner: ${ownerOf(before)} → ${ownerOf(after)}`]),
      ...(isDeepStrictEqual(new Set(before.organisers), new Set(after.organisers))
        ? []
        : [`co-organisers: ${othersOf(before)} → ${othersOf(after)}`]),
    ]
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

  /** Throws 422 unless a play is on a chart of the competition. `field`: the one that names the play. */
  async function playCommand(
    { document }: CompetitionState,
    { playId, out }: { readonly playId: number; readonly out: boolean },
    field: string,
  ): Promise<CompetitionCommand> {
    const play = out ? await reads.findPlay(playId) : null
    if (out && (play === null || !chartsOf(document).includes(play.chart)))
      throw invalidField(field, `There is no play ${playId} on a chart of this event`)
    return { type: 'takeOut', playId, out }
  }

  /**
   * Throws 422 if the reason of a command names a player: one who is in the competition, organises it, or whom the
   * command is about. Reasons stay in the history when accounts are deleted.
   */
  async function namesNone(
    reason: string,
    state: CompetitionState,
    command: CompetitionCommand,
  ): Promise<void> {
    const concerned = new Set([state.owner, ...state.organisers, ...(await playersOf(command))])
    for (const id of await findByAliases(wordsOf(reason))) {
      if (!concerned.has(id) && !(await reads.hasScores(state.document.slug, id))) continue
      const alias = (await players.lookUp([id])).get(id)?.alias ?? 'somebody'
      throw invalidField('reason', `A reason can't name players, and ${alias} is one`)
    }
  }

  async function playersOf(command: CompetitionCommand): Promise<readonly (string | null)[]> {
    if (command.type === 'takeOut') return [(await reads.findPlay(command.playId))?.player ?? null]
    if (command.type !== 'passOn') return []
    return [command.owner ?? null, ...(command.organisers ?? [])]
  }

  /** Takes a decision, on the version that was planned (`seen`). Returns its offset. Throws HttpError. */
  async function decide(
    command: CompetitionCommand,
    { slug, seen, signal }: { readonly slug: string; readonly seen?: number; readonly signal: AbortSignal },
  ): Promise<number> {
    const decided = await handle(streams, slug, command, { at: now(), seen, signal }).catch(notSaved)
    if (isRefusal(decided)) throw refused(decided)
    return decided.offset
  }

  /** Waits for the standings after a decision. */
  async function settled(offset: number, signal: AbortSignal) {
    const deadline = performance.now() + standingsTimeoutMs
    let isShown = await reads.areSettled(offset)
    while (!isShown && performance.now() < deadline) {
      await sleep(pollMs, undefined, { signal })
      isShown = await reads.areSettled(offset)
    }
    return { offset, shown: isShown }
  }

  return {
    stateOf,
    find,
    keysOf,
    shown,
    planOf,
    chartWarnings,
    boardWarnings,
    shownMoves,
    playCommand,
    namesNone,
    decide,
    settled,
  }
}

export const noMoves: CompetitionMoves = { boards: [], players: 0, moves: [], rounds: [] }

function withoutPicture(document: CompetitionDocument) {
  const { picture: _, ...others } = competitionFileOf(document)
  return others
}

function pictureChange({ picture: before }: CompetitionDocument, { picture: after }: CompetitionDocument) {
  if (before === after) return []
  return [`picture: ${after === undefined ? 'removed' : before === undefined ? 'added' : 'replaced'}`]
}

function takenOutChanges({ takenOut: before }: State, { takenOut: after }: State): string[] {
  return [
    ...after.filter((id) => !before.includes(id)).map((id) => `play ${id}: counts → taken out`),
    ...before.filter((id) => !after.includes(id)).map((id) => `play ${id}: taken out → counts`),
  ]
}

/** The words with and without the punctuation around them. Aliases have no spaces. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const bare = words.map((word) => word.replace(/^[\p{P}\p{S}]+|(['’]s)?[\p{P}\p{S}]*$/gu, ''))
  return [...new Set([...words, ...bare])].filter((word) => word !== '')
}

export function chartsOf(document: CompetitionDocument | null): string[] {
  return document?.rounds.flatMap(({ charts }) => charts) ?? []
}

export function isUnchanged(window: object): boolean {
  return Object.values(window).every((value) => value === undefined)
}

export function refused({ code, message }: Refusal): HttpError {
  switch (code) {
    case 'unknown':
      return notFound(message)
    case 'not-yours':
      return forbidden(message)
    case 'no-such-round':
    case 'invalid':
      return invalidField('round', message)
    case 'limit':
      return invalidField('charts', message)
    case changedMeanwhile:
      return conflict(`${message}. Look at it again.`)
    default:
      return conflict(message)
  }
}

export function notSaved(cause: unknown): never {
  const headers = { 'retry-after': '5' }
  if (cause instanceof StreamBusyError)
    throw new HttpError(
      503,
      'Somebody else is changing this event right now. Nothing was done: please try again.',
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
