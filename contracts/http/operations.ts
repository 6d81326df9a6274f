import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { uploadState } from '../packs/upload.ts'
import { route } from './route.ts'
import { isoTime, zonedTime } from './shapes/time.ts'

/** Maximum parked events, uploads and waiting packs in the responses. */
export const operationsShown = { parked: 20, uploads: 50, waitingPacks: 50 } as const

/** Maximum audit entries in a response. */
const maxAuditEntries = 1_000

export const generationState = z.enum(['live', 'next', 'preview', 'kept', 'abandoned'])

const generation = z.object({
  id: z.int(),
  state: generationState,
  folded: z.int(),
  /**
   * What its build does after it has copied the events, such as `insert into passings`, and for how long; null before and
   * after.
   */
  step: z.object({ name: z.string(), seconds: z.number() }).nullable(),
})
export type OperatedGeneration = z.infer<typeof generation>

/** An event that could not be folded. `playId`: of a readable PlaySubmitted; `at`: when it was parked. */
export const parkedEvent = z.object({
  partition: z.int(),
  offset: z.int(),
  type: z.string(),
  playId: numericId.nullable(),
  key: z.string(),
  reason: z.string(),
  at: isoTime,
})
export type ParkedEvent = z.infer<typeof parkedEvent>

const operationsState = z.object({
  /** Number of events in the ledger; null while it does not answer. */
  events: z.int().nullable(),
  /** The generations whose tables exist, newest first. */
  generations: z.array(generation),
})
export type OperationsState = z.infer<typeof operationsState>

export const getOperations = route('getOperations', 'GET /api/admin/state', {
  access: 'ledger.operate',
  summary: 'How far the generations are folded',
  answer: operationsState,
  errors: [503],
})

const operatedUpload = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Alias of the uploader; null for an operator. */
  uploader: z.string().nullable(),
  /** Announced size, bytes. */
  size: z.int().nullable(),
  state: uploadState,
  createdAt: isoTime,
  songsDone: z.int(),
  /** Null until the zip is opened. */
  songs: z.int().nullable(),
})

const operatedUploads = z.object({
  /** In order of processing; those whose zip has not arrived come last. */
  uploads: z.array(operatedUpload),
  /** Packs whose charts contradict known ones, by id. `charts`: their number. */
  waiting: z.array(z.object({ packId: numericId, packName: z.string(), charts: z.int() })),
})
export type OperatedUploads = z.infer<typeof operatedUploads>

export const getOperatedUploads = route('getOperatedUploads', 'GET /api/admin/uploads', {
  access: 'ledger.operate',
  summary: 'Uploads in progress, and packs with charts that wait for a decision',
  answer: operatedUploads,
})

const auditEntry = z.object({
  at: isoTime,
  /** Position in the topic `rules`; null while it is queued for the ledger. */
  position: z.string().nullable(),
  /** Name or alias; null if unknown, such as after an erasure. */
  operator: z.string().nullable(),
  what: z.string(),
  details: z.record(z.string(), z.string()),
  /** In the words of the operator. */
  reason: z.string().nullable(),
  /** Alias and id of the affected account. */
  player: z.string().nullable(),
  playerId: playerId.nullable(),
})
export type OperatorAuditEntry = z.infer<typeof auditEntry>

export const getOperatorAudit = route('getOperatorAudit', 'GET /api/admin/audit', {
  access: 'ledger.operate',
  command: 'audit',
  summary: 'List what operators did, when and why, newest first',
  query: z.object({
    since: zonedTime.optional().describe('from this time on, such as 2026-12-07T17:00Z'),
    until: zonedTime.optional().describe('before this time'),
    by: z.string().trim().min(1).max(60).optional().describe('only actions of this operator'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxAuditEntries)
      .default(maxAuditEntries)
      .describe(`only the newest, at most ${maxAuditEntries}`),
  }),
  /** `total`: the number of all that match. */
  answer: z.object({ total: z.int(), entries: z.array(auditEntry).max(maxAuditEntries) }),
  errors: [503],
})
