import { z } from 'zod'
import { isClean } from '../play/clean-value.ts'
import { rules } from '../rules/rules.ts'
import { rulesPreview } from '../rules/rules-report.ts'
import { actionReason } from './action.ts'
import { defaultBodyLimit, nothing, route } from './route.ts'
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

export const previewRules = route('previewRules', 'POST /api/admin/rules/preview', {
  access: 'ledger.operate',
  summary:
    'Request a preview of rules, or compare the preview of the same rules again; another preview is dropped',
  /** `basedOn`: the offset of the live rules that were changed. */
  body: z.object({
    rules: rules.refine((document) => isClean(document), 'must not contain NUL or lone surrogates'),
    basedOn: z.int(),
    reason: actionReason,
  }),
  answer: nothing,
  errors: [409],
  bodyLimit: maxRulesBytes + defaultBodyLimit,
  // A generation takes as much space as the live one.
  grows: true,
})

export const dropRulesPreview = route('dropRulesPreview', 'POST /api/admin/rules/preview/drop', {
  access: 'ledger.operate',
  summary: 'Drop the preview of rules',
  /** `generation`: that of the preview; null if it is not created yet. */
  body: z.object({ generation: z.int().nullable(), reason: actionReason }),
  answer: nothing,
  errors: [409],
})

export const publishPreviewedRules = route('publishPreviewedRules', 'POST /api/admin/rules/publish', {
  access: 'ledger.operate',
  summary: 'Publish the rules of the preview, which becomes live once it is up to date',
  /** `generation`: that of the preview. `expected`: the number of plays that change, in the report that the operator saw. */
  body: z.object({ generation: z.int().min(1), expected: z.int().min(0), reason: actionReason }),
  /** Offset of the rules in the topic `rules`. */
  answer: z.object({ offset: z.int() }),
  errors: [409],
})
