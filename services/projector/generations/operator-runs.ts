import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

type Connection = Pick<Database['pool'], 'query'>

export type RecordedCommand = 'backup' | 'verify'

/** When a command last succeeded, and when it last found a fault. Null: never. */
export interface OperatorRun {
  readonly succeededAt: Date | null
  readonly failedAt: Date | null
}

/** Records the end of a run, by default now, for `ledger doctor` and alerts. */
export async function recordRun(
  connection: Connection,
  command: RecordedCommand,
  succeeded: boolean,
  at: Date | null = null,
): Promise<void> {
  await connection.query(
    `insert into projector.operator_runs as run (command, succeeded_at, failed_at)
     values ($1, case when $2 then coalesce($3, now()) end, case when not $2 then coalesce($3, now()) end)
     on conflict (command) do update set
       succeeded_at = coalesce(excluded.succeeded_at, run.succeeded_at),
       failed_at = coalesce(excluded.failed_at, run.failed_at)`,
    [command, succeeded, at],
  )
}

const rows = z.array(
  z.object({
    command: z.enum(['backup', 'verify']),
    succeeded_at: z.date().nullable(),
    failed_at: z.date().nullable(),
  }),
)

export async function readRuns(connection: Connection): Promise<Record<RecordedCommand, OperatorRun>> {
  const answer = await connection.query(
    'select command, succeeded_at, failed_at from projector.operator_runs',
  )
  const found = rows.parse(answer.rows)
  const runOf = (command: RecordedCommand): OperatorRun => {
    const row = found.find((one) => one.command === command)
    return { succeededAt: row?.succeeded_at ?? null, failedAt: row?.failed_at ?? null }
  }
  return { backup: runOf('backup'), verify: runOf('verify') }
}
