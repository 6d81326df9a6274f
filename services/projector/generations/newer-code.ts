import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'

/** The live generation was folded by a newer release. The message is one line for the operator. */
export class NewerCodeError extends Error {
  override readonly name = 'NewerCodeError'
}

const newer = z.array(z.object({ id: z.int(), code_version: z.int() })).max(1)

/**
 * Checks that the live generation was not folded by newer code (invariant 30): an older release must neither write to it
 * nor replace it. Throws NewerCodeError.
 */
export async function refuseNewerCode(
  connection: Pick<Database['pool'], 'query'>,
  codeVersion: number,
): Promise<void> {
  const { rows } = await connection.query(
    `select g.id, g.code_version from projector.live l join projector.generations g on g.id = l.generation
     where g.code_version > $1`,
    [codeVersion],
  )
  const [live] = newer.parse(rows)
  if (live)
    throw new NewerCodeError(
      `The read models in this database (generation ${live.id}) were folded by version ${live.code_version} of the code, but this is version ${codeVersion}: start the newer release, or go back with \`ledger rollback\` of this one`,
    )
}
