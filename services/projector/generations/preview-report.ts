import { rules } from '@stepledger/contracts/rules/rules.ts'
import { type RulesReport, rulesReport } from '@stepledger/contracts/rules/rules-report.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

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
  rules,
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
