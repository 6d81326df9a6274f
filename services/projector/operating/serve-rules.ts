import { isDeepStrictEqual } from 'node:util'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import { getOperatedRules, getRulesInForce, publishRules } from '@stepledger/contracts/http/operated-rules.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type RulesReport, summaryOf } from '@stepledger/contracts/rules/rules-report.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { type ActionCall, serveAction } from '../../platform/http/serve-action.ts'
import { NoPreviewError, readPreview } from '../generations/preview-generation.ts'
import { publishRules as publish } from '../generations/publish-rules.ts'
import { awaitGeneration } from './await-generation.ts'
import { type ProjectorDeps, refuseOlderProjector, rulesInForce, withHttpErrors } from './deps.ts'
import { chosenRules, makePreview, readOperatedRules, servePreview } from './serve-preview.ts'

const superseded = 'Other rules were published meanwhile. Look at them again.'

/** Serves rules to operators: those in force, the preview of others, and their publication. */
export function serveRules(app: FastifyInstance, deps: ProjectorDeps): void {
  const { database, push, players } = deps

  serve(app, getOperatedRules, () => readOperatedRules(database, players))

  serve(app, getRulesInForce, async () => (await rulesInForce(deps)).rules)

  servePreview(app, deps)

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
      const made = await makePreview(app, deps, rules, call).catch((error: unknown) => {
        if (error instanceof NoPreviewError) return null
        throw error
      })
      return made?.report ?? null
    }
    const preview = await readPreview(database.pool)
    return isDeepStrictEqual(preview?.rules, rules) ? (preview?.report ?? null) : null
  }
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
