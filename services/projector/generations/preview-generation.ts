import { isDeepStrictEqual } from 'node:util'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { Database } from '../../platform/database/database.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { type GenerationWithState, readGenerations } from './generations.ts'
import { lockGenerations, makeGeneration } from './make-generation.ts'
import { refuseNewerCode } from './newer-code.ts'
import { setNext } from './next-generation.ts'

/** Rules that are not published have no offset in the ledger. */
const unpublished = -1

export interface PreviewSettings {
  readonly rules: Rules
  readonly ledgerId: string
  readonly codeVersion: number
}

/** A preview is not possible. The message is one line for the operator. */
export class NoPreviewError extends Error {
  override readonly name = 'NoPreviewError'
}

/**
 * Creates a generation under unpublished rules for the projector to build, and returns its id. Returns that of the
 * current preview if it has the same rules; another one is dropped. Throws NoPreviewError, NewerCodeError.
 */
export async function requestPreview(database: Database, settings: PreviewSettings): Promise<number> {
  const { rules, ledgerId, codeVersion } = settings
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    const generations = await readGenerations(tx)
    const next = generations.find(({ state }) => state === 'next')
    if (next)
      throw new NoPreviewError(`Generation ${next.id} is being built: preview the rules once it is live`)
    const current = generations.find((generation) => isPreviewOf(generation, settings))
    if (current) return current.id
    const live = generations.find(({ state }) => state === 'live')
    if (!live) throw new NoPreviewError('No generation is live yet')
    await tx.query('delete from projector.preview')
    const { length: partitions } = await readCheckpoints(tx, live.id)
    const id = await makeGeneration(
      tx,
      { inForce: { rules, ledgerId, partitions, offset: unpublished }, codeVersion },
      'bare',
    )
    await tx.query('insert into projector.preview (generation) values ($1)', [id])
    await notifyGenerationManager(tx)
    return id
  })
}

/**
 * Makes the preview with these rules the next generation, as that of the rules published at `offset`. Returns its id;
 * null if there is none, or another generation with these rules is live already.
 */
export async function takeOverPreview(
  database: Database,
  settings: Omit<PreviewSettings, 'ledgerId'>,
  offset: number,
): Promise<number | null> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    const generations = await readGenerations(tx)
    const preview = generations.find((generation) => isPreviewOf(generation, settings))
    const isLive = generations.some(({ state, rulesOffset }) => state === 'live' && rulesOffset >= offset)
    if (!preview || isLive) return null
    await tx.query('update projector.generations set rules_offset = $2 where id = $1', [preview.id, offset])
    await setNext(tx, preview.id)
    return preview.id
  })
}

/** Drops the preview, or only that with the id; returns the id of the dropped one, or null. */
export async function dropPreview(
  { pool }: Pick<Database, 'pool'>,
  id: number | null = null,
): Promise<number | null> {
  const { rows } = await pool.query<{ generation: number }>(
    'delete from projector.preview where $1::int is null or generation = $1 returning generation',
    [id],
  )
  await notifyGenerationManager(pool)
  return rows[0]?.generation ?? null
}

/** Drops a preview that was not accepted within a day, because keeping it up to date costs as much as the live fold. */
export async function dropOldPreview({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query("delete from projector.preview where asked_at < now() - interval '1 day'")
}

function isPreviewOf(
  { state, rules, codeVersion, stopped }: GenerationWithState,
  settings: Omit<PreviewSettings, 'ledgerId'>,
): boolean {
  return (
    state === 'preview' &&
    stopped === null &&
    codeVersion === settings.codeVersion &&
    isDeepStrictEqual(rules, settings.rules)
  )
}
