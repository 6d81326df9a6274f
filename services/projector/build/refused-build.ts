import pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { waiting } from '../fold/parking.ts'

/**
 * Maximum events that a build parks although the live generation has folded them. Above it the release or the rules are
 * broken rather than the events, so the build stops instead of taking plays off the pages.
 */
export const maxNewlyParked = 100

/** The build must not become live. */
export class RefusedBuildError extends Error {
  override readonly name = 'RefusedBuildError'
}

const counted = z.tuple([z.object({ count: z.int() })])

/**
 * Throws RefusedBuildError if this generation parked more than `maxNewlyParked` events that the live generation has not
 * parked. Events that only wait behind another one of their key are not counted.
 */
export async function refuseIfMostlyParked(database: Database, generation: number): Promise<void> {
  const { rows } = await database.pool.query(
    `select count(*) from projector.parked p where generation = $1 and reason <> $2 and not exists (
       select from projector.parked l join projector.live on l.generation = live.generation
       where l.partition = p.partition and l."offset" = p."offset")`,
    [generation, waiting],
  )
  const [{ count }] = counted.parse(rows)
  if (count > maxNewlyParked)
    throw new RefusedBuildError(
      `${count} events that the live generation has folded cannot be folded: its release or its rules are broken`,
    )
}

/** Data exceptions, violated constraints, raised exceptions: an error of the data, which a retry does not repair. */
const dataErrors = /^(22|23|P0)/

/** Whether the boards or indexes of a build cannot be created from its data. */
export function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && dataErrors.test(error.code)
}
