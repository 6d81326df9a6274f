import { isDeepStrictEqual } from 'node:util'
import { type Rules, rules as rulesDocument } from '@stepledger/contracts/rules/rules.ts'
import { type RulesReport, rulesReport } from '@stepledger/contracts/rules/rules-report.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { createGeneration, lockGenerations } from './create-generation.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { type GenerationWithState, readGenerations } from './generations.ts'
import { refuseNewerCode } from './newer-code.ts'

/** Rules that are not published have no offset in the ledger. */
const unpublished = -1

interface PreviewSettings {
  readonly rules: Rules
  readonly codeVersion: number
}

/** A preview is not possible. The message is one line for the operator. */
export class NoPreviewError extends Error {
  override readonly name = 'NoPreviewError'
}

/**
 * Requests a generation under unpublished rules, and its comparison with the live one. A current preview with the same
 * rules is compared again; another one is dropped. Throws NoPreviewError, NewerCodeError.
 */
export async function requestPreview(
  database: Database,
  { rules, codeVersion }: PreviewSettings,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    const generations = await readGenerations(tx)
    const next = generations.find(({ state }) => state === 'next')
    if (next)
      throw new NoPreviewError(
        `Generation ${next.id} is being built: preview the rules once it is live, or drop it ("ledger replay --abandon")`,
      )
    const live = generations.find(({ state }) => state === 'live')
    if (live?.codeVersion !== codeVersion)
      throw new NoPreviewError(
        'The live generation was folded by another version of the code: preview the rules once that of this release is live ("ledger status")',
      )
    const isRequested = ({ state, stopped, ...preview }: GenerationWithState) =>
      state === 'preview' &&
      stopped === null &&
      preview.codeVersion === codeVersion &&
      isDeepStrictEqual(preview.rules, rules)
    if (generations.some(isRequested)) {
      await tx.query(
        'update projector.preview set asked_at = clock_timestamp(), report = null, compared_at = null',
      )
    } else {
      await tx.query('delete from projector.preview')
      await tx.query('insert into projector.preview (rules) values ($1)', [JSON.stringify(rules)])
    }
    await notifyGenerationManager(tx)
  })
}

/**
 * Creates the generation of a preview that was requested, beside the live one. Returns whether there was one without
 * it.
 */
export async function createRequestedPreview(
  database: Database,
  live: StoredGeneration,
  codeVersion: number,
): Promise<boolean> {
  const readRequest = async (connection: Pick<Database['pool'], 'query'>) => {
    const { rows } = await connection.query('select rules from projector.preview where generation is null')
    return requestRows.parse(rows)[0] ?? null
  }
  if ((await readRequest(database.pool)) === null) return false
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    const request = await readRequest(tx)
    if (request === null) return false
    const { length: partitions } = await readCheckpoints(tx, live.id)
    const inForce = { rules: request.rules, ledgerId: live.ledgerId, partitions, offset: unpublished }
    const id = await createGeneration(tx, { inForce, codeVersion }, 'bare')
    await tx.query('update projector.preview set generation = $1', [id])
    return true
  })
}

const requestRows = z.array(z.object({ rules: rulesDocument })).max(1)

/**
 * Drops the preview, or only that with this generation, null before it is created. Returns the generation of the dropped
 * one; null without one.
 */
export async function dropPreview(
  { pool }: Pick<Database, 'pool'>,
  only: { readonly generation: number | null } | null = null,
): Promise<{ readonly generation: number | null } | null> {
  const { rows } = await pool.query(
    'delete from projector.preview where $1 or generation is not distinct from $2::bigint returning generation',
    [only === null, only?.generation ?? null],
  )
  await notifyGenerationManager(pool)
  return droppedRows.parse(rows)[0] ?? null
}

const droppedRows = z.array(z.object({ generation: z.int().nullable() })).max(1)

/** Drops a preview that was not accepted within a day, because keeping it up to date costs as much as the live fold. */
export async function dropOldPreview({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query("delete from projector.preview where asked_at < now() - interval '1 day'")
}

/** A request of a comparison: the preview, and when it was requested. */
interface ComparisonRequest {
  readonly generation: number
  /** As text, because a Date has milliseconds only. */
  readonly requestedAt: string
}

/** The request to compare this preview that has no report yet; null without one. */
export async function requestedComparison(
  { pool }: Pick<Database, 'pool'>,
  generation: number,
): Promise<ComparisonRequest | null> {
  const { rows } = await pool.query(
    'select generation, asked_at::text as "requestedAt" from projector.preview where generation = $1 and report is null',
    [generation],
  )
  return requests.parse(rows)[0] ?? null
}

const requests = z.array(z.object({ generation: z.int(), requestedAt: z.string() })).max(1)

/** Returns false, and stores nothing, if the comparison was requested again meanwhile, or the preview dropped. */
export async function storeReport(
  { pool }: Pick<Database, 'pool'>,
  { generation, requestedAt }: ComparisonRequest,
  report: RulesReport,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update projector.preview set report = $3, compared_at = now()
     where generation = $1 and asked_at = $2::timestamptz`,
    [generation, requestedAt, JSON.stringify(report)],
  )
  return rowCount === 1
}

const currentPreview = z.object({
  /** Null until the projector has created it. */
  generation: z.int().nullable(),
  rules: rulesDocument,
  requestedAt: z.date(),
  /** Null until it was compared. */
  report: rulesReport.nullable(),
  comparedAt: z.date().nullable(),
  /** Why its build stopped; null while it runs. */
  stopped: z.string().nullable(),
})
const previewRows = z.array(currentPreview).max(1)

/** The current preview with its report; null without one. */
export async function readPreview(
  connection: Pick<Database['pool'], 'query'>,
): Promise<z.infer<typeof currentPreview> | null> {
  const { rows } = await connection.query(
    `select p.generation, coalesce(g.rules, p.rules) as rules, p.asked_at as "requestedAt", p.report,
       p.compared_at as "comparedAt", p.stopped
     from projector.preview p left join projector.generations g on g.id = p.generation`,
  )
  return previewRows.parse(rows)[0] ?? null
}
