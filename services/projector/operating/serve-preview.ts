import { isDeepStrictEqual } from 'node:util'
import {
  type OperatedRules,
  previewRules,
  type publishRules,
  reportShown,
} from '@stepledger/contracts/http/operated-rules.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { successorOf } from '@stepledger/contracts/rules/first-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { playersOf, type RulesPreview, type RulesReport } from '@stepledger/contracts/rules/rules-report.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { conflict, diskIsFull, invalidField } from '../../platform/http/http-error.ts'
import { type ActionCall, serveAction } from '../../platform/http/serve-action.ts'
import { readGenerations } from '../generations/generations.ts'
import {
  createRequestedPreview,
  dropPreview,
  NoPreviewError,
  readPreview,
  requestPreview,
} from '../generations/preview-generation.ts'
import { awaitState } from './await-generation.ts'
import { type ProjectorDeps, refuseOlderProjector, rulesInForce, withHttpErrors } from './deps.ts'

const dropped = 'This preview was dropped, because other rules or another release came'

/** Serves the preview of rules that are not published. */
export function servePreview(app: FastifyInstance, deps: ProjectorDeps): void {
  const { database, doRecorded } = deps

  serveAction(app, previewRules, {
    async plan({ input }) {
      const { drop, rules, successor } = input
      const inForce = await rulesInForce(deps)
      const current = await readPreview(database.pool)
      if (!drop) {
        const chosen = chosenRules(input, inForce.rules)
        if (chosen === null) throw invalidField('rules', 'Specify either a file with rules or --successor')
        return {
          title: chosen.title,
          differences: differences(inForce.rules, chosen),
          drops: isDeepStrictEqual(current?.rules, chosen) ? null : (current?.generation ?? null),
        }
      }
      if (rules !== undefined || successor)
        throw invalidField('drop', 'Specify either the rules to preview or --drop')
      if (current === null) throw conflict('There is no preview')
      return { title: current.rules.title, differences: [], drops: current.generation }
    },
    async act(call, { drops }) {
      const { by, input } = call
      const rules = input.drop ? null : chosenRules(input, (await rulesInForce(deps)).rules)
      if (rules !== null) return withHttpErrors(() => makePreview(app, deps, rules, call))
      const drop = () => dropPreview(database, { generation: drops })
      const done = await doRecorded(
        'Preview of rules dropped',
        by,
        drop,
        (gone): Record<string, string> | null =>
          gone && (gone.generation === null ? {} : { generation: String(gone.generation) }),
      )
      if (done === null) throw conflict(dropped)
      return { generation: done.generation, report: null }
    },
  })
}

interface Preview {
  readonly generation: number
  /** Null if the caller did not wait for it. */
  readonly report: RulesPreview | null
}

/**
 * Requests a preview of the rules, or its comparison again, and waits for it if the caller follows. Throws
 * NoPreviewError, NewerCodeError, HttpError.
 */
export async function makePreview(
  app: FastifyInstance,
  deps: ProjectorDeps,
  rules: Rules,
  call: Pick<ActionCall<z.ZodType>, 'by' | 'follows' | 'progress' | 'signal'>,
): Promise<Preview> {
  const { database, players, doRecorded } = deps
  // A generation takes as much space as the live one.
  if (app.guards.disk.isLow()) throw diskIsFull()
  await refuseOlderProjector(deps)
  const live = await readLiveGeneration(database)
  if (live === null) throw new NoPreviewError('No generation is live yet')
  const request = () => requestPreview(database, { rules, codeVersion })
  await doRecorded('Rules previewed', call.by, request, () => ({ title: rules.title }))
  // The projector would create it too; created here, its id is known also while no projector runs.
  await createRequestedPreview(database, live, codeVersion)
  const requested = (await readGenerations(database.pool)).find(
    (one) => one.state === 'preview' && isDeepStrictEqual(one.rules, rules),
  )
  if (!requested) throw conflict(dropped)
  const generation = requested.id
  if (!call.follows) return { generation, report: null }
  const { state } = await awaitState(deps, call, ({ id }) => id === generation)
  if (state === 'requested')
    throw new NoPreviewError('No projector builds the preview: start one, and try again')
  const report = (await readPreview(database.pool))?.report
  if (report?.preview !== generation) throw conflict(dropped)
  return { generation, report: await withAliases(report, players) }
}

/** The rules that are sent, or the successor of those in force; null for neither. */
export function chosenRules(
  { rules, successor }: z.output<typeof publishRules.input>,
  inForce: Rules,
): Rules | null {
  if (rules !== undefined && successor)
    throw invalidField('rules', 'Specify either a file with rules or --successor')
  return successor ? successorOf(inForce) : (rules ?? null)
}

/** Reads the live rules and the current preview for `/admin`. */
export async function readOperatedRules(
  { pool }: Pick<Database, 'pool'>,
  players: Pick<PlayerDirectory, 'lookUp'>,
): Promise<OperatedRules> {
  const [generations, preview] = await Promise.all([readGenerations(pool), readPreview(pool)])
  const live = generations.find(({ state }) => state === 'live')
  const next = generations.find(({ state }) => state === 'next')
  return {
    live: live ? { generation: live.id, offset: live.rulesOffset, rules: live.rules } : null,
    next: next ? { generation: next.id, title: next.rules.title } : null,
    preview: preview && {
      generation: preview.generation,
      rules: preview.rules,
      requestedAt: preview.requestedAt.toISOString(),
      stopped: preview.stopped,
      comparedAt: preview.comparedAt?.toISOString() ?? null,
      report: preview.report && (await withAliases(shortened(preview.report), players)),
    },
  }
}

function shortened(report: RulesReport): RulesReport {
  const { boards, competitions } = report
  return {
    ...report,
    boards: {
      ...boards,
      list: boards.list.slice(0, reportShown.boards),
      players: boards.players.slice(0, reportShown.players),
    },
    competitions: competitions.map(({ moves, ...competition }) => ({
      ...competition,
      moves: { ...moves, moves: moves.moves.slice(0, reportShown.moves), rounds: [] },
    })),
  }
}

async function withAliases(
  report: RulesReport,
  players: Pick<PlayerDirectory, 'lookUp'>,
): Promise<RulesPreview> {
  const names = await players.lookUp(playersOf(report))
  return { ...report, aliases: Object.fromEntries([...names].map(([id, { alias }]) => [id, alias])) }
}
