import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { createGeneration, type GenerationSettings, lockGenerations } from './create-generation.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { type GenerationState, previousOf, readGenerations } from './generations.ts'
import { refuseNewerCode } from './newer-code.ts'

/**
 * Creates a generation for the projector to build, and returns its id. It supersedes a running build. Throws
 * NewerCodeError.
 */
export async function requestGeneration(database: Database, settings: GenerationSettings): Promise<number> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, settings.codeVersion)
    return createNext(tx, settings)
  })
}

/**
 * Like `requestGeneration`, unless a generation exists or existed for these or later rules and this or newer code; then
 * returns null. A generation that was folded under the same rules is used instead of a new one: the live one, a preview,
 * or the one that was live last. Throws NewerCodeError.
 */
export async function requestMissingGeneration(
  database: Database,
  settings: GenerationSettings,
): Promise<number | null> {
  const { inForce, codeVersion } = settings
  // `rules_offset`: of the RulesPublished in the topic `rules`.
  const exists = async (connection: Pick<Database['pool'], 'query'>) => {
    const { rows } = await connection.query(
      'select 1 from projector.generations where rules_offset >= $1 and code_version >= $2 limit 1',
      [inForce.offset, codeVersion],
    )
    return rows.length > 0
  }
  await refuseNewerCode(database.pool, codeVersion)
  if (await exists(database.pool)) return null
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    if (await exists(tx)) return null
    const usable = (await readGenerations(tx)).filter(
      (one) =>
        one.codeVersion === codeVersion &&
        one.stopped === null &&
        isDeepStrictEqual(one.rules, inForce.rules),
    )
    const inState = (wanted: GenerationState) => usable.find(({ state }) => state === wanted)
    const used = inState('live') ?? inState('preview') ?? previousOf(usable)
    if (!used) return createNext(tx, settings)
    await tx.query('update projector.generations set rules_offset = $2 where id = $1', [
      used.id,
      inForce.offset,
    ])
    if (used.state === 'live') await tx.query('delete from projector.next')
    else await setNext(tx, used.id)
    return used.id
  })
}

async function createNext(tx: pg.PoolClient, settings: GenerationSettings): Promise<number> {
  const id = await createGeneration(tx, settings, 'bare')
  await setNext(tx, id)
  return id
}

/** Makes this generation next, instead of another one. Drops a preview: the rules it is compared with will change. */
export async function setNext(tx: pg.PoolClient, id: number): Promise<void> {
  await tx.query('delete from projector.preview')
  await tx.query(
    `insert into projector.next (generation) values ($1)
     on conflict (one) do update set generation = excluded.generation, asked_at = now(), stopped = null`,
    [id],
  )
  await notifyGenerationManager(tx)
}
