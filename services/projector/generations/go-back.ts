import { isDeepStrictEqual } from 'node:util'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { setLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { lockGenerations } from './create-generation.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { type GenerationWithState, previousOf, readGenerations } from './generations.ts'
import { leadingCodeVersion } from './leading-projector.ts'
import { NewerCodeError, refuseNewerCode } from './newer-code.ts'
import { setNext } from './next-generation.ts'
import { type PublishDeps, publishRules } from './publish-rules.ts'

/** A rollback is not possible. The message is one line for the operator. */
export class NoPreviousGenerationError extends Error {
  override readonly name = 'NoPreviousGenerationError'
}

/**
 * Goes back to the generation that was live before, by publishing its rules unless they are in force. `expected`: its
 * id, or null for any. Throws NoPreviousGenerationError, and like `publishRules`.
 */
export async function rollBack(
  deps: PublishDeps,
  by: ActedBy,
  expected: number | null = null,
): Promise<GenerationWithState> {
  const inForce = await latestRules(deps.ledger)
  const previous = await requestPreviousGeneration(deps.database, {
    codeVersion,
    expected,
    underRules: inForce?.rules ?? null,
  })
  if (inForce === null || isDeepStrictEqual(previous.rules, inForce.rules)) return previous
  const published = await publishRules(deps, previous.rules, { by, seen: inForce.version })
  if (isRefusal(published)) throw new NoPreviousGenerationError(published.message)
  return { ...previous, rulesOffset: published }
}

/**
 * Abandons the generation that is being built or brought up to date, and returns it; null without one. If it was
 * requested by new rules, those of the live generation are published again, so that a lost database builds these. Throws
 * like `publishRules`.
 */
export async function abandonBuild(deps: PublishDeps, by: ActedBy): Promise<GenerationWithState | null> {
  const abandoned = await abandonNextGeneration(deps.database, codeVersion)
  const live = (await readGenerations(deps.database.pool)).find(({ state }) => state === 'live')
  // Under older code the live generation stays whatever its rules are, until this release builds its own.
  if (abandoned && live?.codeVersion === codeVersion && !isDeepStrictEqual(abandoned.rules, live.rules))
    await publishRules(deps, live.rules, { by })
  return abandoned
}

/**
 * Publishes the rules of the live generation if a rollback of an earlier release put them in force, which left no event:
 * a generation under the rules published last is there, built by earlier code, and neither live nor next.
 */
export async function publishRolledBackRules(deps: PublishDeps): Promise<void> {
  const { pool } = deps.database
  const inForce = await latestRules(deps.ledger)
  const generations = await readGenerations(pool)
  const live = generations.find(({ state }) => state === 'live')
  if (!inForce || !live || live.rulesOffset >= inForce.offset) return
  if (generations.some(({ state }) => state === 'next')) return
  const { rows } = await pool.query(
    'select max(code_version) as "codeVersion" from projector.generations where rules_offset >= $1',
    [inForce.offset],
  )
  const [built] = builds.parse(rows)
  if (built.codeVersion === null || built.codeVersion >= codeVersion) return
  await publishRules(deps, live.rules, { seen: inForce.version })
}

const builds = z.tuple([z.object({ codeVersion: z.int().nullable() })])

/**
 * Returns the previous generation, and requests a rollback to it if it was folded under `underRules`, those in force;
 * else these are to be published first. `expected`: its id, or null for any. Throws NoPreviousGenerationError,
 * NewerCodeError.
 */
async function requestPreviousGeneration(
  database: Database,
  {
    codeVersion,
    expected,
    underRules,
  }: {
    readonly codeVersion: number
    readonly expected: number | null
    readonly underRules: Rules | null
  },
): Promise<GenerationWithState> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    const generations = await readGenerations(tx)
    const next = generations.find(({ state }) => state === 'next')
    if (next)
      throw new NoPreviousGenerationError(`Generation ${next.id} is being built: roll back once it is live`)
    const previous = previousOf(generations)
    if (!previous)
      throw new NoPreviousGenerationError(
        'There is no earlier generation to roll back to: none was live before, or it was pruned',
      )
    if (expected !== null && previous.id !== expected)
      throw new NoPreviousGenerationError(`The previous generation is ${previous.id} now, not ${expected}`)
    if (previous.codeVersion !== codeVersion)
      throw new NoPreviousGenerationError(
        `Generation ${previous.id} was folded by version ${previous.codeVersion} of the code, but this is version ${codeVersion}: only a release with that version can roll back to it`,
      )
    if (isDeepStrictEqual(previous.rules, underRules)) await setNext(tx, previous.id)
    return previous
  })
}

/**
 * Abandons the generation that is being built or brought up to date, and returns it; null without one. It is not built
 * again for the same rules and code, unless it is requested. Throws NewerCodeError.
 */
export async function abandonNextGeneration(
  database: Database,
  codeVersion: number,
): Promise<GenerationWithState | null> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    await refuseNewerCode(tx, codeVersion)
    const next = (await readGenerations(tx)).find(({ state }) => state === 'next')
    if (!next) return null
    // Waits for a switch in progress, which has then made it live.
    const { rowCount } = await tx.query('delete from projector.next where generation = $1', [next.id])
    if (rowCount === 0) return null
    await notifyGenerationManager(tx)
    return next
  })
}

/**
 * Goes back to an earlier release: if newer code folded the live generation and this code the one before, makes that one
 * live at once, and returns it. It is brought up to date when a projector of this release starts; one of the newer release
 * does not fold it (invariant 30). Null where this is not the case. Throws NewerCodeError while a projector runs.
 */
export async function leaveNewerCode(
  database: Database,
  codeVersion: number,
): Promise<GenerationWithState | null> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    const generations = await readGenerations(tx)
    const live = generations.find(({ state }) => state === 'live')
    const previous = previousOf(generations)
    if (!live || live.codeVersion <= codeVersion || previous?.codeVersion !== codeVersion) return null
    if ((await leadingCodeVersion({ pool: tx })) !== null)
      throw new NewerCodeError(
        `Generation ${live.id} was folded by version ${live.codeVersion} of the code, and a server runs: stop it before going back to version ${codeVersion}`,
      )
    await setLiveGeneration(tx, { from: live.id, to: previous.id })
    await tx.query('delete from projector.next')
    await notifyGenerationManager(tx)
    return previous
  })
}
