import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { type GenerationWithState, previousOf, readGenerations } from './generations.ts'
import { type GenerationSettings, lockGenerations, makeGeneration } from './make-generation.ts'
import { refuseNewerCode } from './newer-code.ts'

/**
 * Makes a generation that the projector is to build. Whatever was being built is given up. Gives its id. Throws
 * NewerCodeError.
 */
export async function requestGeneration(database: Database, recipe: GenerationSettings): Promise<number> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, recipe.codeVersion)
    return makeNext(tx, recipe)
  })
}

/**
 * The same, unless there is or was one under these rules, or later ones, by this code or a newer one. Null when there
 * is. Throws NewerCodeError.
 */
export async function requestMissingGeneration(
  database: Database,
  recipe: GenerationSettings,
): Promise<number | null> {
  const { inForce, codeVersion } = recipe
  const isThere = async (connection: Pick<Database['pool'], 'query'>) => {
    const { rows } = await connection.query(
      'select 1 from projector.generations where rules_offset >= $1 and code_version >= $2 limit 1',
      [inForce.offset, codeVersion],
    )
    return rows.length > 0
  }
  await refuseNewerCode(database.pool, codeVersion)
  if (await isThere(database.pool)) return null
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    return (await isThere(tx)) ? null : makeNext(tx, recipe)
  })
}

async function makeNext(tx: pg.PoolClient, recipe: GenerationSettings): Promise<number> {
  const id = await makeGeneration(tx, recipe, 'bare')
  await setNext(tx, id)
  return id
}

/** Why there is no way back. The message is one line for the operator. */
export class NoPreviousGenerationError extends Error {
  override readonly name = 'NoWayBackError'
}

/** Asks for the generation that was live before. Throws NoWayBackError, NewerCodeError. */
export async function requestPreviousGeneration(
  database: Database,
  codeVersion: number,
): Promise<GenerationWithState> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    const generations = await readGenerations(tx)
    const next = generations.find(({ state }) => state === 'next')
    if (next)
      throw new NoPreviousGenerationError(`Generation ${next.id} is being made: roll back once it is live`)
    const previous = previousOf(generations)
    if (!previous)
      throw new NoPreviousGenerationError(
        'There is no earlier generation: none was live before, or it was pruned',
      )
    if (previous.codeVersion !== codeVersion)
      throw new NoPreviousGenerationError(
        `Generation ${previous.id} was folded by version ${previous.codeVersion} of the code, this is version ${codeVersion}: only that release could go back to it`,
      )
    await setNext(tx, previous.id)
    return previous
  })
}

async function setNext(tx: pg.PoolClient, id: number): Promise<void> {
  await tx.query(
    `insert into projector.next (generation) values ($1)
     on conflict (one) do update set generation = excluded.generation, asked_at = now(), stopped = null`,
    [id],
  )
  await notifyGenerationManager(tx)
}
