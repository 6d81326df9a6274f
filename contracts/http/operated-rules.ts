import { z } from 'zod'
import { isClean } from '../play/clean-value.ts'
import { rules } from '../rules/rules.ts'
import { rulesPreview } from '../rules/rules-report.ts'
import { action, forPrograms } from './action.ts'
import { builtGeneration } from './operated-generations.ts'
import { defaultBodyLimit, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Maximum size of a rules document, bytes of JSON. */
export const maxRulesBytes = 64 * 1024

/** Maximum boards, players on boards, and moves of an event in the response, of those that a report lists. */
export const reportShown = { boards: 20, players: 10, moves: 10 } as const

const operatedRules = z.object({
  /** The rules of the live generation, with their offset in the topic `rules`; null before the first generation. */
  live: z.object({ generation: z.int(), offset: z.int(), rules }).nullable(),
  /** The generation that is being built, and the title of its rules. No preview is possible meanwhile. */
  next: z.object({ generation: z.int(), title: z.string() }).nullable(),
  preview: z
    .object({
      /** Null until the projector has created it. */
      generation: z.int().nullable(),
      rules,
      requestedAt: isoTime,
      /** Why its build stopped; null while it runs. */
      stopped: z.string().nullable(),
      comparedAt: isoTime.nullable(),
      /** Who moves, without the moves within the rounds of events; null until it was compared. */
      report: rulesPreview.nullable(),
    })
    .nullable(),
})
export type OperatedRules = z.infer<typeof operatedRules>

export const getOperatedRules = route('getOperatedRules', 'GET /api/admin/rules', {
  access: 'ledger.operate',
  summary: 'The rules in force, and the preview of others with who moves',
  answer: operatedRules,
  errors: [503],
})

export const getRulesInForce = route('getRulesInForce', 'GET /api/admin/rules/in-force', {
  access: 'ledger.operate',
  command: 'rules show',
  summary: 'Print the rules in force: the document that `rules publish` takes',
  answer: rules,
})

const rulesDocument = rules
  .refine((document) => isClean(document), 'must not contain NUL or lone surrogates')
  .optional()
  .describe('a file with the rules, as `rules show` prints them')
const successor = z
  .boolean()
  .optional()
  .describe('instead of a file: the rules in force with the corrections of this release')
const bodyLimit = maxRulesBytes + defaultBodyLimit

export const previewRules = action('previewRules', 'POST /api/admin/rules/preview', {
  command: 'rules preview [rules]',
  summary: 'Fold history under changed rules beside the live ones, and show who moves',
  input: z.object({
    rules: rulesDocument,
    successor,
    drop: z.boolean().optional().describe('drop the preview instead'),
  }),
  /** `differences`: from the rules in force. `drops`: the preview that it drops; null for none, or none created yet. */
  plan: z.object({ title: z.string(), differences: z.array(z.string()), drops: z.int().nullable() }),
  /** Null if the caller did not wait for the preview, or dropped it. */
  done: z.object({ generation: z.int().nullable(), report: rulesPreview.nullable().register(forPrograms) }),
  leavesWork: ({ report }) => report !== null && report.parked > 0,
  errors: [503],
  bodyLimit,
})

/** Numbers of the report of a preview; null without one. */
const changes = {
  plays: z.int().nullable(),
  changedPlays: z.int().nullable(),
  betterGrades: z.int().nullable(),
  worseGrades: z.int().nullable(),
  changedBoards: z.int().nullable(),
  firsts: z.int().nullable(),
  eventPlayers: z.int().nullable(),
  parked: z.int().nullable(),
}

export const publishRules = action('publishRules', 'POST /api/admin/rules/publish', {
  command: 'rules publish [rules]',
  summary: 'Publish rules, those of the preview without a file: rebuild under them, then switch over',
  input: z.object({ rules: rulesDocument, successor }),
  /**
   * A command that shows it builds a preview first. `offset`: of the rules in force. `preview`: the generation that is
   * taken over; null if another one is built.
   */
  plan: z.object({
    title: z.string(),
    offset: z.int(),
    preview: z.int().nullable(),
    ...changes,
    differences: z.array(z.string()),
  }),
  /** `offset`: of the published rules in the topic `rules`. */
  done: builtGeneration.extend({ offset: z.int() }),
  confirm: 'Publish these rules?',
  leavesWork: ({ parked }) => parked > 0,
  errors: [503],
  bodyLimit,
})
