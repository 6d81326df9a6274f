import { generationState } from '@stepledger/contracts/http/operations.ts'
import {
  generationOf,
  generationRow,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

/**
 * - live: reads are answered from it
 * - next: it is being built, or brought up to date, to become live
 * - preview: it is being built, or kept up to date, under rules that are not published
 * - kept: it was live; a rollback may return to it
 * - abandoned: its build was superseded, or the preview dropped
 */
export type GenerationState = z.infer<typeof generationState>

export interface GenerationWithState extends StoredGeneration {
  readonly state: GenerationState
  /** Its tables have no keys and indexes yet, and are being filled in bulk. */
  readonly bare: boolean
  /** What its build does after it has copied the events, and since when, ms; null before and after. */
  readonly step: { readonly name: string; readonly ms: number } | null
  /** Time since it was last live, ms; null while it is live for the first time, or never was. */
  readonly leftMsAgo: number | null
  /** Whether a preview has reached the live generation, and was compared with it. */
  readonly ready: boolean
  /** Why the build of the next generation or of a preview stopped; null while it runs. */
  readonly stopped: string | null
}

const rows = z.array(
  generationRow.extend({
    state: generationState,
    bare: z.boolean(),
    step: z.string().nullable(),
    step_ms: z.number().nullable(),
    left_ms_ago: z.number().nullable(),
    ready: z.boolean(),
    stopped: z.string().nullable(),
  }),
)

/** All generations whose tables exist, oldest first. */
export async function readGenerations(
  connection: Pick<Database['pool'], 'query'>,
): Promise<GenerationWithState[]> {
  const answer = await connection.query(`
    select g.id, g.rules, g.ledger_id, g.code_version, g.rules_offset, g.bare, p.report is not null as ready,
      coalesce(n.stopped, p.stopped) as stopped, g.step,
      (extract(epoch from clock_timestamp() - g.step_at) * 1000)::double precision as step_ms,
      (extract(epoch from clock_timestamp() - g.left_at) * 1000)::double precision as left_ms_ago,
      case when l.generation is not null then 'live' when n.generation is not null then 'next'
        when p.generation is not null then 'preview'
        when g.left_at is not null then 'kept' else 'abandoned' end as state
    from projector.generations g
    left join projector.live l on l.generation = g.id
    left join projector.next n on n.generation = g.id
    left join projector.preview p on p.generation = g.id
    where g.dropped_at is null order by g.id`)
  return rows.parse(answer.rows).map((row) => ({
    ...generationOf(row),
    state: row.state,
    bare: row.bare,
    step: row.step === null || row.step_ms === null ? null : { name: row.step, ms: row.step_ms },
    ready: row.ready,
    leftMsAgo: row.left_ms_ago,
    stopped: row.stopped,
  }))
}

/** The generation that was live before: the target of a rollback. */
export function previousOf(generations: readonly GenerationWithState[]): GenerationWithState | null {
  const kept = generations.filter(({ state }) => state === 'kept')
  return kept.sort((a, b) => (a.leftMsAgo ?? 0) - (b.leftMsAgo ?? 0))[0] ?? null
}
