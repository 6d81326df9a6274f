import { isDeepStrictEqual } from 'node:util'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import {
  getOperatedRules,
  getRulesInForce,
  previewRules,
  publishRules,
} from '@stepledger/contracts/http/operated-rules.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { successorOf } from '@stepledger/contracts/rules/first-rules.ts'
import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { RulesPreview, RulesReport } from '@stepledger/contracts/rules/rules-report.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { conflict, diskIsFull, invalidField } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { type ActionCall, serveAction } from '../../platform/http/serve-action.ts'
import { readGenerations } from '../generations/generations.ts'
import {
  createRequestedPreview,
  dropPreview,
  NoPreviewError,
  requestPreview,
} from '../generations/preview-generation.ts'
import { readPreview } from '../generations/preview-report.ts'
import { publishRules as publish } from '../generations/publish-rules.ts'
import { awaitGeneration, awaitState } from './await-generation.ts'
import { type ProjectorDeps, refuseOlderProjector, rulesInForce, withHttpErrors } from './deps.ts'
import { readOperatedRules, withAliases } from './read-operated-rules.ts'

interface Preview {
  readonly generation: number
  /** Null if the caller did not wait for it. */
  readonly report: RulesPreview | null
}

const superseded = 'Other rules were published meanwhile. Look at them again.'
const dropped = 'This preview was dropped, because other rules or another release came'

/** Serves rules to operators: those in force, the preview of others, and their publication. */
export function serveRules(app: FastifyInstance, deps: ProjectorDeps): void {
  const { database, push, players, doRecorded } = deps

  serve(app, getOperatedRules, () => readOperatedRules(database, players))

  serve(app, getRulesInForce, async () => (await rulesInForce(deps)).rules)

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
      if (rules !== null) return withHttpErrors(() => makePreview(rules, call))
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

  serveAction(app, publishRules, {
    async plan(call) {
      const inForce = await rulesInForce(deps)
      const rules = chosenRules(call.input, inForce.rules) ?? (await previewedRules())
      const differing = differences(inForce.rules, rules)
      if (differing.length === 0 && (await readLiveGeneration(database))?.rulesOffset === inForce.offset)
        throw conflict(`These rules are in force already (0:${inForce.offset})`)
      const report = await withHttpErrors(() => reportOf(rules, call))
      return {
        title: rules.title,
        offset: inForce.offset,
        preview: report?.preview ?? null,
        ...changesOf(report),
        differences: differing,
      }
    },
    async act(call, plan) {
      const { input, by } = call
      await refuseOlderProjector(deps)
      const inForce = await rulesInForce(deps)
      if (inForce.offset !== plan.offset) throw conflict(superseded)
      const rules = chosenRules(input, inForce.rules) ?? (await previewedRules())
      const actedBy = { operator: by.id, reason: by.reason }
      // In force already while their generation is being built, such as after an interrupt.
      const published =
        plan.differences.length === 0
          ? inForce.offset
          : await withHttpErrors(() => publish(deps, rules, { by: actedBy, seen: inForce.version }))
      if (isRefusal(published)) throw conflict(superseded)
      push.publish({ kind: 'operations', about: 'audit' })
      const built = await awaitGeneration(deps, call, ({ rulesOffset }) => rulesOffset === published)
      return { ...built, offset: published }
    },
  })

  /** The rules of the preview. Throws 409 if they can't be published yet. */
  async function previewedRules(): Promise<Rules> {
    const preview = await readPreview(database.pool)
    if (preview === null) throw conflict('There is no preview: specify the rules to publish')
    if (preview.stopped !== null) throw conflict(`The preview could not be built: ${preview.stopped}`)
    if (preview.report === null) throw conflict('The preview is being compared: publish it once that is done')
    return preview.rules
  }

  /** Who moves under these rules: by a preview that is made for a command that shows it, or else one that exists. */
  async function reportOf(
    rules: Rules,
    call: ActionCall<typeof publishRules.input>,
  ): Promise<RulesReport | null> {
    if (call.dryRun && call.follows) {
      const made = await makePreview(rules, call).catch((error: unknown) => {
        if (error instanceof NoPreviewError) return null
        throw error
      })
      return made?.report ?? null
    }
    const preview = await readPreview(database.pool)
    return isDeepStrictEqual(preview?.rules, rules) ? (preview?.report ?? null) : null
  }

  /**
   * Requests a preview of the rules, or its comparison again, and waits for it if the caller follows. Throws
   * NoPreviewError, NewerCodeError, HttpError.
   */
  async function makePreview(
    rules: Rules,
    call: Pick<ActionCall<z.ZodType>, 'by' | 'follows' | 'progress' | 'signal'>,
  ): Promise<Preview> {
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
}

/** The rules that are sent, or the successor of those in force; null for neither. */
function chosenRules(
  { rules, successor }: z.output<typeof publishRules.input>,
  inForce: Rules,
): Rules | null {
  if (rules !== undefined && successor)
    throw invalidField('rules', 'Specify either a file with rules or --successor')
  return successor ? successorOf(inForce) : (rules ?? null)
}

function changesOf(report: RulesReport | null) {
  const summary = report && summaryOf(report)
  return {
    plays: summary?.plays ?? null,
    changedPlays: summary?.changedPlays ?? null,
    betterGrades: summary?.betterGrades ?? null,
    worseGrades: summary?.worseGrades ?? null,
    changedBoards: summary?.boards ?? null,
    firsts: summary?.firsts ?? null,
    eventPlayers: summary?.eventPlayers ?? null,
    parked: report?.parked ?? null,
  }
}
